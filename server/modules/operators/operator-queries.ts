import { sql, type RawBuilder } from 'kysely'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/** A person who operates the installation. */
export interface Operator {
  id: string
  /** In lower case. */
  email: string
  name: string
  role: OperatorRole
  createdAt: Date
  disabledAt: Date | null
}

const columns = sql`id, email, name, role, created_at as "createdAt", disabled_at as "disabledAt"`

/** Every operator, also those who are disabled, by address. */
export async function listOperators(db: Db): Promise<Operator[]> {
  const { rows } = await sql<Operator>`select ${columns} from operator order by email`.execute(db)
  return rows
}

/** The operator of an address, in any case of letters. */
export async function operatorByEmail(db: Db, email: string): Promise<Operator | undefined> {
  const { rows } = await sql<Operator>`
    select ${columns} from operator where email = ${email.trim().toLowerCase()}`.execute(db)
  return rows[0]
}

export async function operatorById(db: Db, id: string): Promise<Operator | undefined> {
  const { rows } = await sql<Operator>`select ${columns} from operator where id = ${id}`.execute(db)
  return rows[0]
}

/** The operator of an id. Throws `not_found`. */
export async function requireOperator(db: Db, id: string): Promise<Operator> {
  const operator = await operatorById(db, id)
  if (!operator) throw problem('not_found')
  return operator
}

/**
 * An operator who may act, and may until the transaction ends: who disables them waits for it, and ends what it made.
 * Before what disabling locks after this: their proposals, and the list. Throws `forbidden`.
 */
export async function keepActive(tx: Tx, id: string): Promise<Operator> {
  await sql`select pg_advisory_xact_lock_shared(${standingKey(id)})`.execute(tx)
  const operator = await operatorById(tx, id)
  if (operator && !operator.disabledAt) return operator
  throw problem('forbidden', {
    detail: 'This operator may not act any more. Another owner can change that.',
  })
}

/** Waits until nothing is under way that takes an operator to be active. */
export async function lockStandingOf(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${standingKey(id)})`.execute(tx)
}

/** No lock of the row: who tries a change of an operator holds the list, and waits for the row. */
function standingKey(id: string): RawBuilder<unknown> {
  return sql`hashtextextended(${`standing of ${id}`}, 0)`
}

/** Locks the list of operators until the transaction ends: one owner stays, whatever is done at the same time. */
export async function lockOperators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operators'))`.execute(tx)
}

/** The owners who may act. */
export async function countActiveOwners(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator where role = 'owner' and disabled_at is null`.execute(db)
  return rows[0]!.count
}

/** An id for an operator who is about to be inserted. */
export async function newOperatorId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select new_id('opr') as id`.execute(tx)
  return rows[0]!.id
}

export async function insertOperator(
  tx: Tx,
  { id, email, name, role }: Pick<Operator, 'id' | 'email' | 'name' | 'role'>,
): Promise<Operator> {
  const { rows } = await sql<Operator>`
    insert into operator (id, email, name, role) values (${id}, ${email}, ${name}, ${role})
    returning ${columns}`.execute(tx)
  return rows[0]!
}

export async function updateOperator(
  tx: Tx,
  { id, role, isDisabled }: { id: string; role: OperatorRole; isDisabled: boolean },
): Promise<Operator> {
  const { rows } = await sql<Operator>`
    update operator set role = ${role},
      disabled_at = case when ${isDisabled} then coalesce(disabled_at, crels_now()) end
    where id = ${id} returning ${columns}`.execute(tx)
  return rows[0]!
}
