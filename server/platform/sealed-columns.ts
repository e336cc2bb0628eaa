import { sql } from 'kysely'
import type { Db } from './database.ts'
import { sealedPrefix } from './sealing.ts'
import type { Secret } from './secret.ts'
import { sealPurposes, type SealPurpose } from './secret-purposes.ts'

/** A column of sealed texts, which a module names so that a rotation of SECRET finds it. */
export interface SealedColumn {
  /** With its schema. */
  table: string
  idColumn: string
  column: string
  purpose: SealPurpose
  /** What the row's text is bound to. */
  contextOf(id: string): string
}

/** How many were sealed again, and how many no key opens. */
export interface Resealed {
  resealed: number
  unreadable: number
}

const batch = 500

/**
 * Seals again all that another key than `keyId`, the one that seals now, has sealed. Each row by itself: after a kill
 * the next run does the rest. A row that changes meanwhile is left alone.
 */
export async function resealColumn(
  db: Db,
  secret: Secret,
  { table, idColumn, column, purpose, contextOf }: SealedColumn,
  keyId: string,
): Promise<Resealed> {
  const [name, id, sealed] = [sql.table(table), sql.ref(idColumn), sql.ref(column)]
  return await eachPage(async (after) => {
    const { rows } = await sql<SealedRow>`
      select ${id}::text as id, ${sealed} as sealed from ${name}
      where ${id} > ${after} and ${sealed} not like ${sealedPrefix(keyId) + '%'} order by ${id} limit ${batch}`.execute(
      db,
    )
    return await resealRows(rows, {
      secret,
      purpose,
      contextOf,
      write: async (row, next) => {
        await sql`update ${name} set ${sealed} = ${next} where ${id} = ${row.id} and ${sealed} = ${row.sealed}`.execute(
          db,
        )
      },
    })
  })
}

/** The same for the jobs of every queue whose data is sealed; none are there before the first start. */
export async function resealQueues(db: Db, secret: Secret, keyId: string): Promise<Resealed> {
  const { rows: found } = await sql`select where to_regclass('pgboss.job') is not null`.execute(db)
  const queues = found.length > 0 ? purposesIn('queue') : []
  const total = { resealed: 0, unreadable: 0 }
  for (const purpose of queues)
    add(
      total,
      await eachPage(async (after) => {
        const { rows } = await sql<SealedRow>`
          select id::text as id, data ->> 'sealed' as sealed from pgboss.job
          where name = ${purpose} and id::text > ${after} and data ->> 'sealed' not like ${sealedPrefix(keyId) + '%'}
          order by id::text limit ${batch}`.execute(db)
        return await resealRows(rows, {
          secret,
          purpose,
          contextOf: () => 'job',
          write: async (row, next) => {
            await sql`update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${next}::text))
              where name = ${purpose} and id = ${row.id}::uuid and data ->> 'sealed' = ${row.sealed}`.execute(
              db,
            )
          },
        })
      }),
    )
  return total
}

/** Some texts of a column, to see whether a secret opens them. */
export async function sampleOf(db: Db, { table, idColumn, column }: SealedColumn): Promise<SealedRow[]> {
  const [name, id, sealed] = [sql.table(table), sql.ref(idColumn), sql.ref(column)]
  const { rows } = await sql<SealedRow>`
    select ${id}::text as id, ${sealed} as sealed from ${name} where ${sealed} is not null
    order by ${id} desc limit 20`.execute(db)
  return rows
}

interface SealedRow {
  id: string
  sealed: string
}

/** Purposes of what is sealed in a place. */
export function purposesIn(place: 'queue'): SealPurpose[] {
  return (Object.keys(sealPurposes) as SealPurpose[]).filter((purpose) => sealPurposes[purpose] === place)
}

/** Pages through rows by their id, until one is short. */
async function eachPage(
  page: (after: string) => Promise<Resealed & { last: string | undefined }>,
): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 }
  for (let after = ''; ;) {
    const { last, ...done } = await page(after)
    add(total, done)
    if (last === undefined) return total
    after = last
  }
}

async function resealRows(
  rows: SealedRow[],
  {
    secret,
    purpose,
    contextOf,
    write,
  }: {
    secret: Secret
    purpose: SealPurpose
    contextOf(id: string): string
    write(row: SealedRow, next: string): Promise<void>
  },
): Promise<Resealed & { last: string | undefined }> {
  const done = { resealed: 0, unreadable: 0 }
  for (const row of rows) {
    const text = readable(() => secret.open(purpose, contextOf(row.id), row.sealed))
    if (text === undefined) done.unreadable += 1
    else {
      await write(row, secret.seal(purpose, contextOf(row.id), text))
      done.resealed += 1
    }
  }
  return { ...done, last: rows.at(-1)?.id }
}

function readable(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

export function add(total: Resealed, { resealed, unreadable }: Resealed): void {
  total.resealed += resealed
  total.unreadable += unreadable
}
