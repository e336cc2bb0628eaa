import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { exportedMemberLists } from './member-lists.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Takes a member's lines out of the files that have not expired and whose lines begin with a uid. */
export async function eraseFromExports(db: Db, uid: string): Promise<void> {
  const { rows: parts } = await sql<{ exportId: string; part: number }>`
    select p.export_id as "exportId", p.part
    from operator_export e join operator_export_part p on p.export_id = e.id where e.list = any (${['members', ...Object.keys(exportedMemberLists)]})`.execute(
    db,
  )
  for (const place of parts) await inTransaction(db, async (tx) => await eraseFromPart(tx, place, uid))
}

async function eraseFromPart(
  tx: Db,
  { exportId, part }: { exportId: string; part: number },
  uid: string,
): Promise<void> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from operator_export_part where export_id = ${exportId} and part = ${part} for update`.execute(
    tx,
  )
  if (!rows[0]) return
  const before = gunzipSync(rows[0].content).toString()
  let lines = 0
  const after = before.replaceAll(new RegExp(`^${uid},.*\r\n`, 'gm'), () => {
    lines += 1
    return ''
  })
  if (lines === 0) return
  await sql`
    update operator_export_part set content = ${gzipSync(after)}
    where export_id = ${exportId} and part = ${part}`.execute(tx)
  await sql`update operator_export set rows = rows - ${lines} where id = ${exportId} and ended_at is not null`.execute(
    tx,
  )
}
