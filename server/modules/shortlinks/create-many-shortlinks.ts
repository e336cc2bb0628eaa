import { textOfCsv } from '#rules/csv-cell.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { utmNames } from '#contracts/shortlinks.constants.ts'
import { shortlinkSchemas, type ManyShortlinks } from '#contracts/shortlinks.schemas.ts'
import { allCsvRows, CsvUnreadable } from '#server/platform/csv-rows.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { validationProblem } from '#server/platform/http/failures.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import { problems } from '#contracts/errors.ts'
import { createShortlink } from './create-shortlink.ts'
import { writtenColumns } from './shortlink-csv.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import { shortUrl } from './short-url.ts'

/** Rows of one file at most. */
export const rowsMax = 500

type RowAnswer = ManyShortlinks['rows'][number]

/**
 * Makes a link of each row of a CSV file, or none: each row is answered, and a single one that is refused leaves
 * nothing behind, so that the file can be corrected and sent again. The first row names the columns; those of an
 * exported file that say nothing of a new link are left aside. Throws `csv_unreadable` where it is no such file.
 */
export async function createManyShortlinks(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  file: Uint8Array,
  deps: ShortlinkDeps,
): Promise<ManyShortlinks> {
  const wishes = await wishesOf(file)
  await sql`savepoint many_links`.execute(tx)
  const rows: RowAnswer[] = []
  // One after the other: they share a connection, and a code twice in the file is taken the second time.
  for (const { line, body } of wishes) rows.push(await makeOne(tx, actor, line, body, deps))
  if (rows.every(({ issues }) => issues.length === 0)) return { made: rows.length, rows }
  await sql`rollback to savepoint many_links`.execute(tx)
  return { made: 0, rows: rows.map((row) => ({ ...row, id: null, code: null, url: null })) }
}

async function makeOne(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  line: number,
  body: object,
  deps: ShortlinkDeps,
): Promise<RowAnswer> {
  const nothing = { line, id: null, code: null, url: null }
  try {
    const parsed = z.safeParse(shortlinkSchemas.createShortlink.body, body)
    if (!parsed.success) throw validationProblem('body', parsed.error)
    const { id, code } = await createShortlink(tx, actor, parsed.data, deps)
    return { line, id, code, url: shortUrl(deps.publicOrigin, code), issues: [], suggestions: [] }
  } catch (error) {
    // All else is of the whole file: that too many are made in a day, or that the member is leaving.
    const isOfRow =
      error instanceof Problem && ['validation_failed', 'code_taken', 'not_enrolled'].includes(error.code)
    if (!isOfRow) throw error
    const { issues, suggestions = [] } = error.options.members ?? {}
    return { ...nothing, issues: (issues ?? [issueOf(error)]).map(ofColumn), suggestions }
  }
}

function issueOf({ code, options }: Problem) {
  const path = code === 'code_taken' ? 'body.code' : 'body.campaignId'
  return { path, code, message: options.detail ?? problems[code][2] }
}

/** `body.utm.source` is the column `utm_source`. */
function ofColumn({ path, code, message }: { path: string; code: string; message: string }) {
  return { column: path.replace(/^body\.?/, '').replace('.', '_'), code, message }
}

async function wishesOf(file: Uint8Array): Promise<{ line: number; body: object }[]> {
  const [head, ...rows] = await allCsvRows(decoded(file)).catch((error: unknown) => {
    if (!(error instanceof CsvUnreadable)) throw error
    return unreadable(`A quote of line ${error.line} is never closed, or stands beside text in its cell.`)
  })
  if (!head?.cells.includes('destinationUrl'))
    unreadable('The first line names the columns, destinationUrl among them.')
  const names = head!.cells.map((name) => name.trim())
  if (new Set(names).size < names.length) unreadable('A column is named twice.')
  if (rows.length === 0) unreadable('There is no line after the columns.')
  if (rows.length > rowsMax) unreadable(`There are ${rows.length} lines; ${rowsMax} are the most.`)
  return rows.map(({ line, cells }) => {
    // An address with a comma in it would lead elsewhere, and without a word.
    if (cells.slice(names.length).some((cell) => cell.trim() !== ''))
      unreadable(`Line ${line} has more cells than there are columns: put a value with a comma in quotes.`)
    const given = Object.fromEntries(
      names.flatMap((name, index) => {
        // Our own export puts an apostrophe before what a spreadsheet would run.
        const cell = textOfCsv(cells[index] ?? '').trim()
        return cell !== '' && isWritten(name) ? [[name, cell]] : []
      }),
    )
    const utm = Object.fromEntries(
      utmNames.flatMap((name) => (given[`utm_${name}`] ? [[name, given[`utm_${name}`]]] : [])),
    )
    for (const name of utmNames) delete given[`utm_${name}`]
    return { line, body: { destinationUrl: '', ...given, utm } }
  })
}

function decoded(file: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    return text.includes('\0') ? unreadable('A null character is no text.') : text
  } catch (error) {
    if (error instanceof Problem) throw error
    return unreadable('It is not written in UTF-8.')
  }
}

function isWritten(name: string): boolean {
  return (writtenColumns as readonly string[]).includes(name)
}

function unreadable(detail: string): never {
  throw problem('csv_unreadable', { detail: `This file cannot be read. ${detail}` })
}
