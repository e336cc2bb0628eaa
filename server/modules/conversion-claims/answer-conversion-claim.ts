import { sql } from 'kysely'
import { eventId as eventIdSchema } from '#contracts/conversions.schemas.ts'
import { clickWindow } from '#rules/click-window.ts'
import { campaignFacts } from '#server/modules/campaigns/public.ts'
import { isKeyMaker } from '#server/modules/brands/public.ts'
import { reportConversion } from '#server/modules/conversions/public.ts'
import { lastHumanClick } from '#server/modules/clicks/public.ts'
import {
  authorOf,
  operate,
  requireOwnAgain,
  requireRole,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, Problem, problem } from '#server/platform/http/problems.ts'
import { lockClaim, settleClaim, type Claim } from './conversion-claim-queries.ts'

export interface ConversionClaimAnswer {
  claimId: string
  accept: boolean
  /** For the member to read; needed to decline. */
  answer?: string
  /** The brand's own id of the order; what the member knows it by unless given. */
  eventId?: string
  /** What was really paid, where that differs. */
  amount?: { currency: string; minor: number }
}

/** Who answers: a brand, for its own campaigns alone, or an operator. */
export type Answerer = { brandId: string; name: string } | OperatorActor

/**
 * Answers a claim. Accepted: the conversion is recorded for the last person who followed the member's link before it
 * happened, and paid by the rules as any other; who answers has decided that it is genuine, so it does not go under
 * review. One's own answer again changes nothing. Throws `not_found`, for any other answer `claim_answered` to a brand and
 * `conflict` to an operator, `forbidden` where `requireMayGive` does, `claim_not_payable` with the reason when it would earn nothing or was reported already, and what `reportConversion`
 * throws; then nothing is changed.
 */
export async function answerConversionClaim(
  tx: Tx,
  answerer: Answerer,
  input: ConversionClaimAnswer,
): Promise<Claim> {
  const claim = await lockClaim(tx, input.claimId)
  if (!claim || ('brandId' in answerer && claim.brandId !== answerer.brandId))
    throw problem('not_found', { detail: 'There is no such claim.' })
  const state = input.accept ? 'accepted' : 'declined'
  const answer = input.answer || null
  if (!input.accept && !answer) throw unanswered()
  const act = {
    action: input.accept ? ('claim.accept' as const) : ('claim.decline' as const),
    target: claim.id,
    after: { state, eventId: input.eventId, amount: input.amount },
  }
  if (claim.state !== 'open') {
    const isSame = claim.state === state && claim.answer === answer
    if ('brandId' in answerer) {
      if (isSame && (await isRecorded(tx, claim, input))) return claim
      throw problem('claim_answered')
    }
    await requireOwnAgain(tx, answerer, { ...act, isSame, detail: `This claim is ${claim.state} already.` })
    return claim
  }
  if ('brandId' in answerer) {
    if (input.accept && (await isKeyMaker(tx, claim)))
      throw notPayable('Who claims this made a key of the brand, so an operator of the site decides it.')
  } else {
    if (input.accept) requireMayGive(answerer, claim, input)
    await operate(tx, answerer, {
      ...act,
      before: { state: claim.state },
      member: { uid: claim.uid },
    })
  }
  const by = 'brandId' in answerer ? answerer.name : authorOf(answerer)
  const conversionId = input.accept ? await record(tx, claim, input) : undefined
  const at = await databaseNow(tx)
  await settleClaim(tx, claim.id, { state, answer, by, at, conversionId })
  await notifyClaimant(tx, claim, {
    accepted: input.accept,
    answer,
    by: 'brandId' in answerer ? 'brand' : 'operator',
  })
  return { ...claim, state, answer, answeredAt: at, conversionId: conversionId ?? null }
}

async function notifyClaimant(
  tx: Tx,
  { uid, campaignId, orderReference }: Claim,
  answered: { accepted: boolean; answer: string | null; by: 'brand' | 'operator' },
): Promise<void> {
  const facts = { ...(await campaignFacts(tx, campaignId)), orderReference, ...answered }
  await notifyMembers(tx, [uid], { kind: 'claim_answered', facts })
}

/** Records what is claimed; answers the conversion. */
async function record(tx: Tx, claim: Claim, input: ConversionClaimAnswer): Promise<string> {
  const { type, occurredAt, brandId, enrolmentId } = claim
  const window = clickWindow(occurredAt, await cookieDaysOf(tx, enrolmentId))
  const clickId = await lastHumanClick(tx, enrolmentId, window)
  if (!clickId) throw notPayable('No one followed the link in the time before.')
  const eventId = input.eventId ?? eventIdOf(claim)
  const report = {
    eventId,
    clickId,
    type,
    amount: input.amount ?? claimedAmount(claim),
    occurredAt: occurredAt.toISOString(),
  }
  const { answer, created } = await reportConversion(tx, { brandId }, report, { isDecided: true }).catch(
    reportedOtherwise,
  )
  if (!created) throw notPayable('It was reported already.')
  if (answer.status === 'rejected') throw notPayable(`The reason: ${answer.reason}.`)
  return answer.id
}

/**
 * Throws `forbidden` where an operator gives more than is claimed, or another currency, and may not correct what a
 * conversion was worth: that takes a person and their proof, so no API key does.
 */
function requireMayGive(actor: OperatorActor, claim: Claim, { amount }: ConversionClaimAnswer): void {
  const claimed = claimedAmount(claim)
  if (!amount || (claimed?.currency === amount.currency && amount.minor <= claimed.minor)) return
  requireRole(actor, 'conversion.correct')
  if (actor.via === 'api key')
    throw problem('forbidden', { detail: 'More than is claimed is given by a person, not by an API key.' })
}

function claimedAmount({ reportedAmountMinor: minor, reportedCurrency }: Claim) {
  return minor === null ? undefined : { minor, currency: reportedCurrency! }
}

/** Whether what a brand says again of an accepted claim, its order and what was paid, is what was recorded of it. */
async function isRecorded(
  tx: Tx,
  { conversionId }: Claim,
  { eventId, amount }: ConversionClaimAnswer,
): Promise<boolean> {
  if (conversionId === null) return true
  const { rows } = await sql<{ isSame: boolean }>`
    select event_id = coalesce(${eventId ?? null}, event_id)
      and coalesce(reported_amount_minor, sale_usd_cents) is not distinct from
        coalesce(${amount?.minor ?? null}::bigint, reported_amount_minor, sale_usd_cents)
      and coalesce(reported_currency, 'USD') = coalesce(${amount?.currency ?? null}, reported_currency, 'USD') as "isSame"
    from conversion where id = ${conversionId}`.execute(tx)
  return rows[0]?.isSame ?? false
}

/**
 * What the member knows the order by, where that can be the id of an event: then a report that comes late is the same
 * one.
 */
function eventIdOf({ id, orderReference }: Claim): string {
  return eventIdSchema.safeParse(orderReference).success ? orderReference : `claim:${id}`
}

async function cookieDaysOf(tx: Tx, enrolmentId: string): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select cookie_days as days from enrolment where id = ${enrolmentId}`.execute(tx)
  return rows[0]!.days
}

/** Under this id, with other values: the brand's own report counts. */
function reportedOtherwise(error: unknown): never {
  if (error instanceof Problem && error.code === 'event_mismatch')
    throw notPayable('It was reported already.')
  throw error
}

function notPayable(detail: string) {
  return problem('claim_not_payable', { detail: `This cannot be paid. ${detail}` })
}

function unanswered() {
  return invalidValue('body.answer', 'Say why, for the creator to read.')
}
