import { sql } from 'kysely'
import { VIEWS_MAX } from '#contracts/operator-desk.constants.ts'
import type { OperatorView } from '#contracts/operator-desk.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'

const columns = sql`id, list, name, query`

/** The views an operator saved of a list, by name. */
export async function viewsOf(db: Db, operatorId: string, list: string): Promise<OperatorView[]> {
  const { rows } = await sql<OperatorView>`
    select ${columns} from operator_view where operator_id = ${operatorId} and list = ${list}
    order by lower(name), id`.execute(db)
  return rows
}

/** Keeps a view, in place of one of this name. Throws `conflict` where the list has as many as there may be. */
export async function saveView(
  tx: Tx,
  operatorId: string,
  { list, name, query }: Omit<OperatorView, 'id'>,
): Promise<OperatorView> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${operatorId}`}, 0))`.execute(tx)
  const { rows } = await sql<OperatorView>`
    insert into operator_view (id, operator_id, list, name, query)
    values (${newId('operatorView')}, ${operatorId}, ${list}, ${name}, ${query})
    on conflict (operator_id, list, name) do update set query = excluded.query
    returning ${columns}`.execute(tx)
  if ((await viewsOf(tx, operatorId, list)).length > VIEWS_MAX)
    throw problem('conflict', { detail: `A list has ${VIEWS_MAX} views at most. Remove one first.` })
  return rows[0]!
}

/** Renames a view. Throws `not_found`, and `conflict` where another has the name. */
export async function renameView(
  tx: Tx,
  operatorId: string,
  { id, name }: Pick<OperatorView, 'id' | 'name'>,
): Promise<OperatorView> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${operatorId}`}, 0))`.execute(tx)
  const { rows: taken } = await sql`
    select from operator_view v join operator_view o using (operator_id, list)
    where v.id = ${id} and v.operator_id = ${operatorId} and o.id <> v.id and o.name = ${name}`.execute(tx)
  if (taken.length > 0) throw problem('conflict', { detail: `There is a view “${name}” already.` })
  const { rows } = await sql<OperatorView>`
    update operator_view set name = ${name} where id = ${id} and operator_id = ${operatorId}
    returning ${columns}`.execute(tx)
  if (!rows[0]) throw problem('not_found', { detail: 'There is no such view.' })
  return rows[0]
}

/** Forgets a view. Throws `not_found`. */
export async function removeView(tx: Tx, operatorId: string, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from operator_view where id = ${id} and operator_id = ${operatorId}`.execute(tx)
  if (numAffectedRows === 0n) throw problem('not_found', { detail: 'There is no such view.' })
}
