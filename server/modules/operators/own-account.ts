import { sql } from 'kysely'
import { isOwnAccount, type KnownAs } from '#rules/own-account.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorActor } from './operate.ts'
import { listOperators } from './operator-queries.ts'

/** Every name by which an actor may be a member. */
export function namesOf(actor: OperatorActor): string[] {
  return actor.via === 'job' ? [actor.source] : [actor.name, actor.email]
}

/**
 * Throws `forbidden` where an operator would decide on what is their own as a member, or one of several members is them:
 * money, what makes it, and what takes it are another operator's to decide. A part of the program has no account.
 */
export async function requireNotOwn(db: Db, actor: OperatorActor, ...uids: (string | null)[]): Promise<void> {
  if (actor.via === 'job') return
  const own = (await membersKnownAs(db, uids)).some((member) => isOwnAccount(namesOf(actor), member))
  if (own) throw problem('forbidden', { detail: 'It is your own account: another operator decides.' })
}

/** Whether a member is an operator, by any of their names. */
export async function isOwn(
  db: Db,
  { name, email }: { name: string; email: string },
  uid: string,
): Promise<boolean> {
  const [member] = await membersKnownAs(db, [uid])
  return member !== undefined && isOwnAccount([name, email], member)
}

/** The names of operators, also of disabled ones, who are one of some members by any of their names. */
export async function operatorsAmong(db: Db, uids: readonly (string | null)[]): Promise<string[]> {
  const members = await membersKnownAs(db, uids)
  return (await listOperators(db))
    .filter(({ name, email }) => members.some((member) => isOwnAccount([name, email], member)))
    .map(({ name }) => name)
}

async function membersKnownAs(db: Db, uids: readonly (string | null)[]): Promise<KnownAs[]> {
  const { rows } = await sql<KnownAs>`
    select uid, email, short_id as "shortId", operator_emails as "operatorEmails" from member
    where uid = any(${[...new Set(uids.filter((uid) => uid !== null))]})`.execute(db)
  return rows
}
