import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import type { Db } from '#server/platform/database.ts'
import { csvText } from '#rules/csv-cell.ts'
import type { DeletedMember } from '#server/platform/member-erasure.ts'
import { exportedMemberLists } from './member-lists.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Files whose lines are of one member each: those of who leaves are taken out. */
const ofMembers: ReadonlySet<string> = new Set([
  'members',
  'suppressed-addresses',
  ...Object.keys(exportedMemberLists),
])

/**
 * Takes a member out of the files that have not expired: their lines, and their uid where a line is of more than them. A
 * file of addresses has former ones of theirs, too, and may have been narrowed by one.
 */
export async function eraseFromExports(
  db: Db,
  { uid, addresses }: Pick<DeletedMember, 'uid' | 'addresses'>,
): Promise<void> {
  const { rows: parts } = await sql<Part>`
    select e.list, p.export_id as "exportId", p.part
    from operator_export e join operator_export_part p on p.export_id = e.id`.execute(db)
  for (const part of parts) {
    const values =
      part.list === 'suppressed-addresses'
        ? [uid, ...addresses.map((address) => address.toLowerCase())]
        : [uid]
    for (const value of values) await inTransaction(db, async (tx) => await eraseFromPart(tx, part, value))
  }
  const isTheirs = sql`value = ${uid} or (e.list = 'suppressed-addresses' and key = 'q' and exists (
    select from unnest(${addresses}::text[]) a (address) where strpos(lower(a.address), lower(value)) > 0))`
  await sql`
    update operator_export e set filters = (
      select jsonb_object_agg(key, case when ${isTheirs} then 'erased' else value end) from jsonb_each_text(e.filters))
    where exists (select from jsonb_each_text(e.filters) where ${isTheirs})`.execute(db)
}

interface Part {
  list: ExportList
  exportId: string
  part: number
}

async function eraseFromPart(tx: Db, { list, exportId, part }: Part, value: string): Promise<void> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from operator_export_part where export_id = ${exportId} and part = ${part} for update`.execute(
    tx,
  )
  if (!rows[0]) return
  const before = gunzipSync(rows[0].content).toString()
  const cell = csvText(value).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  let lines = 0
  const after = ofMembers.has(list)
    ? before.replaceAll(new RegExp(`^(?:[^\\r\\n]*,)?${cell}(?:,[^\\r\\n]*)?\r\n`, 'gm'), () => {
        lines += 1
        return ''
      })
    : before.replaceAll(new RegExp(`(?<=^|,)${cell}(?=,|\r\n)`, 'gm'), 'erased')
  if (after === before) return
  await sql`
    update operator_export_part set content = ${gzipSync(after)}
    where export_id = ${exportId} and part = ${part}`.execute(tx)
  await sql`update operator_export set rows = rows - ${lines} where id = ${exportId} and ended_at is not null`.execute(
    tx,
  )
}
