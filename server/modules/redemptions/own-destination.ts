import { sql } from 'kysely'
import { isOwnAccount, type KnownAs } from '#rules/own-account.ts'
import { namesOf, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Redemptions that a refusal names. */
const namedMax = 5

/**
 * Throws `forbidden` for an operator whose own account as a member was paid where one of these redemptions goes: whoever
 * asked for it, the money would be theirs. Only where a redemption of theirs was approved to, since anybody can type
 * another's address (docs/decisions/131-who-is-paid-there-does-not-approve.md).
 */
export async function requireNotOwnDestination(
  db: Db,
  actor: OperatorActor,
  redemptionIds: readonly string[],
): Promise<void> {
  const own = await paidWhereOwnWas(db, actor, redemptionIds)
  if (own.length > 0)
    throw problem('forbidden', {
      detail: `Paid where your own account was paid, so another operator decides: ${own.slice(0, namedMax).join(', ')}.`,
    })
}

/** Those of some redemptions that go where an operator's own account as a member was paid. */
export async function paidWhereOwnWas(
  db: Db,
  actor: OperatorActor,
  redemptionIds: readonly string[],
): Promise<string[]> {
  if (actor.via === 'job') return []
  const { rows } = await sql<KnownAs & { id: string }>`
    select distinct r.id, m.uid, m.email, m.short_id as "shortId", m.operator_emails as "operatorEmails"
    from redemption r
      join payout_destination going on going.id = r.destination_id
      join payout_destination other on other.payee = going.payee and other.uid <> going.uid
      join member m on m.uid = other.uid
    where r.id = any(${redemptionIds}) and exists (
      select from redemption paid
      where paid.uid = other.uid and paid.destination_id = other.id and paid.approved_by is not null)
    order by r.id`.execute(db)
  return rows.filter((member) => isOwnAccount(namesOf(actor), member)).map(({ id }) => id)
}
