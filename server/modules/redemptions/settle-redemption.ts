import { isPossiblePayoutDay } from '#rules/payout-day.ts'
import { redemptionStateAfter } from '#rules/redemption-state.ts'
import { utcDate } from '#rules/utc-date.ts'
import {
  captureHold,
  houseFee,
  houseIssuedUsd,
  housePayout,
  memberAvailable,
  type Line,
} from '#server/modules/ledger/public.ts'
import { authorOf, lastToDo, type ActMember } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { conflict, isRepeated, locked, logged, step, type Decision } from './approve-redemption.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import { recordMismatch } from './payout-mismatches.ts'
import type { PayoutOutcome } from './payout-provider.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import {
  findRedemption,
  markAccepted,
  recordReference,
  runOf,
  type RedemptionRow,
} from './redemption-queries.ts'
import { lookedAtBy } from './restored-payouts.ts'
import { returnCrels } from './return-crels.ts'
import { ownWord, requireAnother } from './second-person.ts'

/** By whose word a payment is settled. */
export interface Settling extends Decision {
  /**
   * The payout run whose report says so, and the operator whose report it was, the provider itself, or who looked after a
   * restore; an operator unless given, who settles what is in no run.
   */
  by?: { runId: string; saidBy?: string | null } | 'provider' | 'restore'
}

/** What is known of a payment: its own name, and its day where it is another than today. */
export interface Payment {
  reference: string
  /** `YYYY-MM-DD`. */
  paidOn?: string | undefined
}

/**
 * The dollars arrived, today or on `paidOn` (`YYYY-MM-DD`), by which the years of taxes go: the reserved crels become the
 * house's, and the dollars are written down, in one posting. Of one that was being sent in a restored backup, that is the look it waits for (docs/decisions/101-a-restored-database-waits.md). The
 * same operator with the same reference again changes nothing; another one, or a redemption that is not being sent, throws
 * `conflict`; one's own throws `forbidden`, a day that cannot be `validation_failed`.
 */
export async function payRedemption(
  tx: Tx,
  { redemptionId, actor, reference, paidOn, by }: Settling & Payment,
): Promise<RedemptionRow> {
  const row = await locked(tx, redemptionId)
  const after = { reference, ...(paidOn && { paidOn }) }
  if (await isRepeated(tx, actor, { action: 'redemption.paid', row, state: 'paid', after })) return row
  const state = redemptionStateAfter(row.state, 'pay')
  if (!state) throw await conflict(tx, row)
  await requireOwnRun(tx, row.id, by)
  if (paidOn) await requirePossibleDay(tx, row, paidOn)
  await logged(tx, actor, { action: 'redemption.paid', row, state, after })
  await lookedAtBy(tx, row.id, authorOf(actor))
  await captureHold(tx, {
    kind: 'redemption_paid',
    scope: 'redemption',
    idem: row.id,
    lines: paidLines(row),
    holdId: row.holdId,
  })
  return await step(tx, row, { state, author: authorOf(actor), reference, paidOn })
}

/** The day of a payment that a report names (`YYYY-MM-DD`); null where it names none, or one that cannot be. */
export async function possibleDay(
  tx: Tx,
  { requestedAt }: Pick<RedemptionRow, 'requestedAt'>,
  paidOn: string | null,
): Promise<string | null> {
  if (paidOn === null) return null
  return isPossiblePayoutDay(paidOn, { requestedAt, now: new Date(await databaseNow(tx)) }) ? paidOn : null
}

async function requirePossibleDay(tx: Tx, row: RedemptionRow, paidOn: string): Promise<void> {
  if ((await possibleDay(tx, row, paidOn)) !== null) return
  const detail = `${paidOn} is to come, or before this payout was asked for.`
  const issue = { path: 'body.paidOn', code: 'invalid_value', message: detail }
  throw problem('validation_failed', { detail, members: { issues: [issue] } })
}

/**
 * The dollars do not arrive and never will: the crels come back. By the same operator again it changes nothing. Throws
 * as paying, and `forbidden` for who was paid there, or had it sent by itself (`requireAnother`).
 */
export async function failRedemption(
  tx: Tx,
  { redemptionId, actor, reason, by }: Settling & { reason: string },
  { providers, secret }: Pick<RedemptionDeps, 'providers'> & Pick<ActMember, 'secret'>,
): Promise<RedemptionRow> {
  const row = await locked(tx, redemptionId)
  const isSaid = row.reason === reason
  const sentBy = by === undefined ? await lastToDo(tx, { action: 'redemption.send', target: row.id }) : null
  const after = ownWord(actor, typeof by === 'object' ? (by.saidBy ?? null) : sentBy)
  if (isSaid && (await isRepeated(tx, actor, { action: 'redemption.failed', row, state: 'failed', after })))
    return row
  const state = redemptionStateAfter(row.state, 'fail')
  if (!state) throw await conflict(tx, row)
  await requireOwnRun(tx, row.id, by)
  if (by !== 'provider') requireNotFollowed(row, providers)
  if (row.state === 'sending') {
    // Who was paid, and has it that they were not, keeps the dollars and gets the crels.
    await requireNotOwnDestination(tx, actor, [redemptionId])
    const goesOn = { by: sentBy, memberUid: row.uid, since: row.stateAt }
    await requireAnother(tx, actor, { action: 'redemption.failed', ...goesOn }, sentIt)
  }
  await logged(tx, actor, { action: 'redemption.failed', row, state, after, why: { reason, secret } })
  await returnCrels(tx, row)
  return await step(tx, row, { state, author: authorOf(actor), reason })
}

const sentIt = {
  own: 'You had this redemption sent: another operator says that it failed.',
  linked: 'had it sent',
} as const

/** What is in a payout run is settled by that alone: its file may be at the bank. Throws `conflict`. */
export async function requireOwnRun(tx: Tx, id: string, by?: Settling['by']): Promise<void> {
  if (by === 'restore') return
  const runId = await runOf(tx, id)
  if (runId === null || (typeof by === 'object' && by.runId === runId)) return
  throw problem('conflict', { detail: `${id} is in the payout run ${runId}: it says what became of it.` })
}

/** What a provider that is followed has accepted may still arrive. Throws `conflict`. */
function requireNotFollowed(
  { state, provider, providerState }: RedemptionRow,
  providers: RedemptionDeps['providers'],
): void {
  if (state !== 'sending' || providerState !== 'accepted') return
  if (!providers.some((one) => one.name === provider && one.isFollowed)) return
  throw problem('conflict', {
    detail: `${provider} has this payment and says itself what became of it: cancel it there.`,
  })
}

/**
 * Records what a provider says of a payout, as an act of the provider; a settled one stays as it is, and what is said
 * against it waits for a person.
 */
export async function recordOutcome(
  tx: Tx,
  redemptionId: string,
  outcome: PayoutOutcome,
): Promise<RedemptionRow> {
  const row = await locked(tx, redemptionId)
  if (row.state !== 'sending') await recordMismatch(tx, row, outcome)
  if (row.state !== 'sending') return row
  if (outcome.state === 'unknown') {
    if (outcome.reference === undefined || row.reference !== null) return row
    await recordReference(tx, redemptionId, outcome.reference)
    return (await findRedemption(tx, redemptionId))!
  }
  const said = { redemptionId, actor: { via: 'job', source: row.provider! }, by: 'provider' } as const
  if (outcome.state === 'paid') {
    const { reference, paidOn } = outcome
    return await payRedemption(tx, { ...said, reference, paidOn: await believableDay(tx, row, paidOn) })
  }
  if (outcome.state === 'failed') {
    await lookedAtBy(tx, row.id, authorOf(said.actor))
    return await failRedemption(tx, { ...said, reason: outcome.reason }, { providers: [] })
  }
  await markAccepted(tx, redemptionId, outcome.reference)
  return (await findRedemption(tx, redemptionId))!
}

/**
 * The day in UTC that a provider says, where it can be: not before the redemption was asked for, which is before it was
 * sent, also where that was forgotten by a restore, and not to come. Else undefined: that it was paid is so all the same.
 */
async function believableDay(
  tx: Tx,
  { requestedAt }: RedemptionRow,
  day: string | undefined,
): Promise<string | undefined> {
  if (day === undefined || day < utcDate(requestedAt.getTime())) return undefined
  return day <= utcDate(await databaseNow(tx)) ? day : undefined
}

/**
 * A crels pair and a dollars pair, as the quote computed them: what the member pays goes to the house, the fee apart
 * where it is in crels; what is paid out comes from what the house owes for crels, the fee apart where it is in
 * dollars.
 */
export function paidLines(row: RedemptionRow): Line[] {
  const { party, crels, usdCents, feeCrels, feeUsdCents } = row
  const lines: Line[] = [
    { ...memberAvailable(party), amount: -crels },
    { ...housePayout('CREL'), amount: crels - (feeCrels ?? 0) },
    { ...houseFee('CREL'), amount: feeCrels ?? 0 },
    { ...houseIssuedUsd, amount: -usdCents - (feeUsdCents ?? 0) },
    { ...housePayout('USD'), amount: usdCents },
    { ...houseFee('USD'), amount: feeUsdCents ?? 0 },
  ]
  return lines.filter(({ amount }) => amount !== 0)
}
