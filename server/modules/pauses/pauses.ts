import { sql, type RawBuilder } from 'kysely'
import type { ClearReasonAct } from '#rules/clear-reasons.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/** What can be paused beside the exchange, which has a switch of its own since a pause voids quotes. */
export const pausableFeatures = ['redemption', 'payout', 'sign-up', 'link-creation'] as const
export type PausableFeature = (typeof pausableFeatures)[number]

/** The last turn of a switch. */
export interface Switched {
  paused: boolean
  author: string
  reason: string
  at: Date
}

const acts: Record<PausableFeature, { pause: ClearReasonAct; resume: ClearReasonAct }> = {
  redemption: { pause: 'redemption.pause', resume: 'redemption.resume' },
  payout: { pause: 'payout.pause', resume: 'payout.resume' },
  'sign-up': { pause: 'sign-up.pause', resume: 'sign-up.resume' },
  'link-creation': { pause: 'link-creation.pause', resume: 'link-creation.resume' },
}

/** The problem that is thrown while a feature is paused; contracts/errors.ts says it to the member. */
const refusals = {
  redemption: 'redemption_paused',
  payout: 'payouts_paused',
  'sign-up': 'sign_up_paused',
  'link-creation': 'link_creation_paused',
} as const satisfies Record<PausableFeature, string>

/** Whether a feature is paused now: one look at an index. */
export async function isPaused(db: Db, feature: PausableFeature): Promise<boolean> {
  return (await lastSwitch(db, feature))?.paused ?? false
}

/** All that is paused now, in the order of the switches. */
export async function pausedFeatures(db: Db): Promise<PausableFeature[]> {
  const { rows } = await sql<{ feature: PausableFeature }>`
    select feature from (
      select distinct on (feature) feature, paused from feature_switch order by feature, id desc) last
    where paused`.execute(db)
  return pausableFeatures.filter((feature) => rows.some((row) => row.feature === feature))
}

/** Throws `redemption_paused`, `payouts_paused`, `sign_up_paused` or `link_creation_paused` while that is so. */
export async function requireOpen(db: Db, feature: PausableFeature): Promise<void> {
  if (await isPaused(db, feature)) throw problem(refusals[feature])
}

/** The same, and it stays open until the transaction ends: who pauses it waits for that. */
export async function keepOpen(tx: Tx, feature: PausableFeature): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${switchKey(feature)})`.execute(tx)
  await requireOpen(tx, feature)
}

/** The last turn of a switch; undefined for one that was never turned, which is open. */
export async function lastSwitch(db: Db, feature: PausableFeature): Promise<Switched | undefined> {
  const { rows } = await sql<Switched>`
    select paused, set_by as author, reason, set_at as at from feature_switch
    where feature = ${feature} order by id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Pauses or resumes a feature from now on; what is under way goes on. Answers whether that changed anything. Throws
 * `forbidden`.
 */
export async function switchFeature(
  tx: Tx,
  actor: OperatorActor,
  { feature, paused, reason }: { feature: PausableFeature; paused: boolean; reason: string },
): Promise<boolean> {
  // Of two operators at once the second finds it done, and what is let through by `keepOpen` is committed before.
  await sql`select pg_advisory_xact_lock(${switchKey(feature)})`.execute(tx)
  if ((await isPaused(tx, feature)) === paused) return false
  await operate(tx, actor, {
    action: acts[feature][paused ? 'pause' : 'resume'],
    target: feature,
    before: { paused: !paused },
    after: { paused },
    reason,
  })
  await sql`
    insert into feature_switch (feature, paused, set_by, reason)
    values (${feature}, ${paused}, ${authorOf(actor)}, ${reason})`.execute(tx)
  return true
}

/** The lock of a switch. */
function switchKey(feature: PausableFeature): RawBuilder<unknown> {
  return sql`hashtextextended(${`switch ${feature}`}, 0)`
}
