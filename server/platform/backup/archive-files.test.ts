import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { archiveFiles } from './archive-files.ts'
import { readTar } from './tar.ts'

test('a file that is removed while the backup is made is whole or left out', async () => {
  const dataDir = temporaryFolder('archive')
  const folder = join(dataDir, 'files/photos')
  mkdirSync(folder, { recursive: true })
  const names = ['a.webp', 'b.webp', 'c.webp']
  for (const name of names) writeFileSync(join(folder, name), name.repeat(100_000))
  async function* removing() {
    let isFirst = true
    for await (const chunk of archiveFiles({ dataDir, filesUrl: null }, null)) {
      // Of the first only the header was read, the others are listed.
      if (isFirst) for (const name of names) rmSync(join(folder, name))
      isFirst = false
      yield chunk
    }
  }
  const found: [name: string, content: string][] = []
  for await (const { name, content } of readTar(removing())) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    found.push([name, Buffer.concat(chunks).toString()])
  }
  expect(found).toHaveLength(1)
  const [[name, content]] = found as [[string, string]]
  expect(content).toBe(name.replace('files/photos/', '').repeat(100_000))
})
