import { sql } from 'kysely'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import { dayMs } from '#rules/utc-date.ts'
import { lockMember, requirePresent } from '#server/modules/accounts/public.ts'
import {
  authorOf,
  decidedBefore,
  isOwnAgain,
  listAuditEntries,
  memberTarget,
  operate,
  requireOwnAgain,
  UNDO_MINUTES,
  type ActMember,
  type AuditEntry,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatorTimeText } from '#server/platform/shown-times.ts'

/** What decides whether payouts to a member are stopped. */
const stops = [
  'member.stop-payouts',
  'member.allow-payouts',
  'member.undo-payout-stop',
] as const satisfies readonly OperatorAct[]

type Sealing = Pick<ActMember, 'secret'>

/**
 * Lets nothing be paid out to a member for so many days: they cannot ask for a redemption, and what is approved is not
 * sent. Once more counts the days anew, where that is later: an end that is sooner takes `allowPayouts`. Answers until
 * when. Throws `not_found`, and `conflict` for one that would be sooner.
 */
export async function stopPayouts(
  tx: Tx,
  actor: OperatorActor,
  { uid, days, reason }: { uid: string; days: number; reason: string },
  { secret }: Sealing,
): Promise<Date> {
  await requireMember(tx, uid)
  const before = await payoutsStoppedUntil(tx, uid)
  const { rows } = await sql<{ ends: boolean }>`
    select ${before}::timestamptz > now() + make_interval(days => ${days}::int) as ends`.execute(tx)
  if (rows[0]!.ends)
    throw await decidedBefore(
      tx,
      await memberTarget(tx, uid),
      `Payouts are stopped until ${operatorTimeText(before!)} already. Allow them first to stop them for less.`,
      { actions: ['member.stop-payouts'] },
    )
  await operate(tx, actor, {
    action: 'member.stop-payouts',
    before: { until: before },
    after: { days },
    member: { uid, personal: { reason }, secret },
  })
  const { rows: stopped } = await sql<{ until: Date }>`
    insert into payout_stop (uid, until, stopped_by)
    values (${uid}, now() + make_interval(days => ${days}::int), ${authorOf(actor)})
    on conflict (uid) do update
    set until = excluded.until, stopped_by = excluded.stopped_by, stopped_at = now()
    returning until`.execute(tx)
  return stopped[0]!.until
}

/**
 * Lets a member be paid again; what one allowed oneself stays so. Throws `not_found`, and `conflict` for one who is
 * paid.
 */
export async function allowPayouts(
  tx: Tx,
  actor: OperatorActor,
  { uid, reason }: { uid: string; reason: string },
  { secret }: Sealing,
): Promise<void> {
  await requireMember(tx, uid)
  const until = await payoutsStoppedUntil(tx, uid)
  const action = 'member.allow-payouts'
  if (!until) {
    const again = { action, target: await memberTarget(tx, uid), actions: [action] } as const
    return await requireOwnAgain(tx, actor, { ...again, detail: 'Payouts to this member are not stopped.' })
  }
  await operate(tx, actor, {
    action,
    before: { until },
    member: { uid, personal: { reason }, secret },
  })
  await sql`delete from payout_stop where uid = ${uid}`.execute(tx)
}

/**
 * Takes back that one stopped payouts to a member, by who did it and within `UNDO_MINUTES`: what was so before is again,
 * an earlier stop too. Later, and by others, `allowPayouts` ends it. With `until`, which `stopPayouts` answered, it is that
 * stop and no other: two by one operator can follow each other. Throws `not_found` and `conflict`.
 */
export async function undoPayoutStop(
  tx: Tx,
  actor: OperatorActor,
  { uid, reason, until }: { uid: string; reason: string; until?: string | undefined },
  { secret }: Sealing,
): Promise<void> {
  await requireMember(tx, uid)
  const { rows } = await sql<{ until: Date }>`
    select until from payout_stop
    where uid = ${uid} and until > now() and stopped_at > now() - make_interval(mins => ${UNDO_MINUTES})`.execute(
    tx,
  )
  const stop = rows[0]
  const target = await memberTarget(tx, uid)
  if (!stop || !(await isOwnAgain(tx, actor, { action: 'member.stop-payouts', target, actions: stops })))
    throw await decidedBefore(
      tx,
      target,
      `Only who stopped payouts takes it back, within ${UNDO_MINUTES} minutes.`,
      { actions: stops },
    )
  if (until !== undefined && Date.parse(until) !== stop.until.getTime())
    throw await decidedBefore(
      tx,
      target,
      `Payouts are stopped until ${operatorTimeText(stop.until)} by another stop.`,
      { actions: stops },
    )
  const [last, ...others] = await listAuditEntries(tx, {
    target: uid,
    action: 'member.stop-payouts',
    limit: 100,
  })
  const { until: before } = last!.before as { until: string | null }
  const earlier = before === null ? undefined : endingAt(others, before)
  await operate(tx, actor, {
    action: 'member.undo-payout-stop',
    before: { until: stop.until },
    after: { until: before },
    member: { uid, personal: { reason }, secret },
  })
  await (
    before !== null && earlier
      ? sql`
        update payout_stop set until = ${before}, stopped_by = ${earlier.by}, stopped_at = ${earlier.at}
        where uid = ${uid}`
      : sql`delete from payout_stop where uid = ${uid}`
  ).execute(tx)
}

/** The stop that ended then: one that was undone since ended at another time. */
function endingAt(stops: readonly AuditEntry[], until: string): AuditEntry | undefined {
  const distance = ({ at, after }: AuditEntry) =>
    Math.abs(at.getTime() + (after as { days: number }).days * dayMs - Date.parse(until))
  return stops.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Until when an operator lets nothing be paid to a member; null where they may be paid. */
export async function payoutsStoppedUntil(db: Db, uid: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select until from payout_stop where uid = ${uid} and until > now()`.execute(db)
  return rows[0]?.until ?? null
}

/** Throws `payouts_stopped` for a member to whom an operator lets nothing be paid. */
export async function requirePayouts(db: Db, uid: string): Promise<void> {
  const until = await payoutsStoppedUntil(db, uid)
  if (until) throw problem('payouts_stopped', { members: { until: until.toISOString() } })
}

/** Locks the member: a stop and a request for a payout come one after the other. */
async function requireMember(tx: Tx, uid: string): Promise<void> {
  requirePresent(await lockMember(tx, uid))
}
