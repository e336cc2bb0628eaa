import type { CsvCell } from './csv-line.ts'

/** A member whose data is exported, as the modules know them. */
export interface ExportedMember {
  uid: string
  /** Their name in the ledger. */
  party: string
}

/** A row of a list: by the name of its column, what fits in a cell of a spreadsheet. */
export type ExportRow = Record<string, CsvCell>

/** One thing of the archive. `about` says to its member what it is, in a sentence. */
export type ExportedPart = { name: string; about: string } & (
  | { kind: 'record'; read: () => Promise<object> }
  /** Written twice, as JSON and as CSV, and so read twice. */
  | { kind: 'list'; columns: readonly string[]; pages: () => AsyncIterable<ExportRow[]> }
  /** `name` with its ending. */
  | { kind: 'file'; read: () => Promise<Uint8Array> }
)

/** What a part of the product hands a member of what it holds of them; server/member-exports.ts puts them together. */
export interface MemberExport {
  /** The tables it reads, `schema.table` where not in `public`: a test checks that every table is in some export. */
  tables: readonly string[]
  parts(member: ExportedMember): ExportedPart[] | Promise<ExportedPart[]>
}

/** A list that fits into memory: read in one go. */
export function shortList<C extends string>(list: {
  name: string
  about: string
  columns: readonly C[]
  read: () => Promise<Record<C, CsvCell>[]>
}): ExportedPart {
  const { name, about, columns, read } = list
  return {
    kind: 'list',
    name,
    about,
    columns,
    pages: async function* () {
      yield await read()
    },
  }
}

/** Rows of a long list that are in memory at once. */
export const exportPageRows = 500

/**
 * A list of any length. `next` answers the rows after `last` (the first for undefined), at most `limit` of them; no
 * connection is kept between two pages, however slowly the archive is taken.
 */
export function longList<C extends string, R extends Record<C, CsvCell>>(list: {
  name: string
  about: string
  columns: readonly C[]
  next: (last: R | undefined, limit: number) => Promise<R[]>
}): ExportedPart {
  const { name, about, columns, next } = list
  return {
    kind: 'list',
    name,
    about,
    columns,
    pages: () => pagesOf(next),
  }
}

/** The pages that `next` answers, until one is not full. */
export async function* pagesOf<R>(
  next: (last: R | undefined, limit: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let last: R | undefined; ;) {
    const rows = await next(last, exportPageRows)
    yield rows
    if (rows.length < exportPageRows) return
    last = rows.at(-1)
  }
}
