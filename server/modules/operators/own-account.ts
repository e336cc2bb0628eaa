import { sql } from 'kysely'
import { isOwnAccount, type KnownAs } from '#rules/own-account.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorActor } from './operate.ts'

/** Every name by which an actor may be a member. */
export function namesOf(actor: OperatorActor): string[] {
  return actor.via === 'job' ? [actor.source] : [actor.name, actor.email]
}

/**
 * Throws `forbidden` where an operator would decide on what is their own as a member, or one of several members is them or
 * is paid where they are: money, what makes it, and what takes it are another operator's to decide. A part of the program
 * has no account.
 */
export async function requireNotOwn(db: Db, actor: OperatorActor, ...uids: (string | null)[]): Promise<void> {
  if (actor.via === 'job') return
  const asked = [...new Set(uids)].filter((uid) => uid !== null)
  const payees = await payeesOf(db, asked)
  if (payees.some((one) => asked.includes(one.uid) && isOwnAccount(namesOf(actor), one)))
    throw problem('forbidden', { detail: 'It is your own account: another operator decides.' })
  if (payees.some((one) => isOwnAccount(namesOf(actor), one)))
    throw problem('forbidden', {
      detail: 'This member is paid where your own account is: another operator decides.',
    })
}

/** Whether a member is an operator, by any of their names, or is paid where the operator's own account is. */
export async function isOwn(
  db: Db,
  { name, email }: { name: string; email: string },
  uid: string,
): Promise<boolean> {
  return (await payeesOf(db, [uid])).some((one) => isOwnAccount([name, email], one))
}

/** Those of some members who are one of these names, or are paid where one of these names is. */
export async function ownAmong(
  db: Db,
  names: readonly string[],
  uids: readonly string[],
): Promise<Set<string>> {
  const own = (await payeesOf(db, uids)).filter((one) => isOwnAccount(names, one)).map(({ uid }) => uid)
  if (own.length === 0) return new Set()
  const { rows } = await sql<{ uid: string }>`
    select uid from unnest(${own}::text[]) uid
    union
    select d.uid from payout_destination d
    where d.uid = any (${uids}) and d.fingerprint in (
      select fingerprint from payout_destination where uid = any (${own}))`.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}

/**
 * Some members, and everybody who has, or had, a payout destination in common with one of them: they may be one person. As
 * operators may be named.
 */
export async function payeesOf(db: Db, uids: readonly string[]): Promise<KnownAs[]> {
  const { rows } = await sql<KnownAs>`
    select m.uid, m.email, m.short_id as "shortId" from member m where m.uid in (
      select unnest(${uids}::text[])
      union
      select other.uid from payout_destination other where other.fingerprint in (
        select fingerprint from payout_destination where uid = any (${uids})))`.execute(db)
  return rows
}
