import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { call } from './account-deletion.fixture.ts'
import type { TestMember } from '#testing/members.ts'

/** Downloads all of a member's data; the archive's files by name. */
export async function download(member: TestMember): Promise<Map<string, string>> {
  const response = await call(member, 'GET', `/api/v1/users/${member.uid}/export`)
  expect(response.statusCode, response.body).toBe(200)
  return unzip(response.rawPayload)
}

/** The files of an archive as text, bytes one to one. */
export function unzip(archive: Uint8Array): Map<string, string> {
  const files = Object.entries(unzipSync(archive))
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]))
}

/** The rows of a CSV file that is as we write them: by the name of their column. */
export function csvRows(text: string): Record<string, string>[] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)]
  const lines: string[][] = [[]]
  for (const [, cell, end] of cells) {
    lines.at(-1)!.push(cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)
    if (end === '\r\n') lines.push([])
  }
  const [columns, ...rows] = lines.slice(0, -1)
  return rows.map((row) => Object.fromEntries(columns!.map((column, index) => [column, row[index]!])))
}
