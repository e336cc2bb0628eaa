import type { PayoutRunPreview } from '#contracts/operator-payout-runs.schemas.ts'
import { fromUsdCents, RATE_DAYS } from '#rules/currency.ts'
import { isIban, plainIban, type DestinationDetails } from '#rules/payout-destination.ts'
import type { Payer } from '#rules/payout-line.ts'
import { kindOf, misfit, otherKind, OWN_APPROVAL_HOURS, type PayoutFormat } from '#rules/payout-run.ts'
import { isOwnAccount, type KnownAs } from '#rules/own-account.ts'
import { currencyRateOn } from '#server/modules/exchange/public.ts'
import { authorOf, namesOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { openDetails } from '#server/modules/redemptions/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { announceOwnApproval, secondPersonsFor } from './own-approval.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import {
  candidates,
  insertPayouts,
  insertRun,
  lastPayer,
  lockApproved,
  lockDrafts,
  standingsOf,
  type Candidate,
  type Standing,
} from './payout-run-queries.ts'

export interface NewPayoutRun {
  format: PayoutFormat
  /** Those that are to be in it; all that are approved and fit unless given. */
  redemptionIds?: string[]
  /** Whose account SEPA transfers leave; that of the last such run unless given. */
  payer?: Payer
}

/** A run that was drafted. */
export interface DraftedRun {
  runId: string
  payouts: number
  usdCents: number
  /** Left out, each with why. */
  left: { redemptionId: string; why: string }[]
}

/** Why each redemption that was looked at is not in the run; undefined for one that is. */
type Refusals = Map<string, string | undefined>

/** As many as one file takes; PayPal's limit is 5 000. */
const payoutsMax = 5_000
/** So many are read at once. */
const pageSize = payoutsMax

/**
 * Puts approved redemptions into a run, for another operator to approve; nothing is sent yet. A redemption is in one run
 * at a time, and the maker's own in none of theirs. Throws `conflict` where there is nothing to pay, or no rate of the
 * euro.
 */
export async function draftPayoutRun(
  tx: Tx,
  actor: OperatorActor,
  { format, redemptionIds, payer }: NewPayoutRun,
  deps: Pick<PayoutRunDeps, 'secret' | 'mailer' | 'publicOrigin'>,
): Promise<DraftedRun> {
  const usdPerUnit = format === 'sepa' ? await euroRate(tx) : null
  const from = format === 'sepa' ? checkedPayer(payer ?? (await lastPayer(tx))) : null
  await lockDrafts(tx)
  const { chosen: candidates, refusals } = await choose(tx, actor, { format, redemptionIds }, deps)
  const chosen = await keepApproved(tx, candidates, { format, refusals })
  if (chosen.length === 0) throw nothingToPay(refusals)
  const usdCents = sumOf(chosen)
  const run = { id: newId('payoutRun'), format, usdPerUnit, payer: from, ...makerOf(actor) }
  await operate(tx, actor, {
    action: 'payout-run.draft',
    target: run.id,
    after: { format, payouts: chosen.length, usdCents, usdPerUnit: usdPerUnit ?? undefined },
  })
  await insertRun(tx, run)
  const taken = await insertPayouts(
    tx,
    run.id,
    chosen.map((one) => ({
      redemptionId: one.id,
      usdCents: one.usdCents,
      amountMinor: usdPerUnit === null ? one.usdCents : fromUsdCents(one.usdCents, 'EUR', usdPerUnit),
    })),
  )
  if (taken < chosen.length)
    throw problem('conflict', { detail: 'Another run took some of these meanwhile: draft it again.' })
  await announceOwnApproval(tx, actor, { runId: run.id }, deps)
  return {
    runId: run.id,
    payouts: chosen.length,
    usdCents,
    left: leftOf(refusals),
  }
}

/** Those that are approved still, locked: what was sent by itself meanwhile, or came back, is left out with why. */
async function keepApproved(
  tx: Tx,
  chosen: Candidate[],
  { format, refusals }: { format: PayoutFormat; refusals: Refusals },
): Promise<Candidate[]> {
  const approved = await lockApproved(
    tx,
    chosen.map(({ id }) => id),
  )
  const gone = chosen.filter(({ id }) => !approved.has(id)).map(({ id }) => id)
  await refuseUnmet(tx, gone, { format, refusals })
  return chosen.filter(({ id }) => approved.has(id))
}

/** What a run of a format would pay, and who could approve it beside its maker; nothing is changed. */
export async function previewPayoutRun(
  db: Db,
  actor: OperatorActor,
  { format }: Pick<NewPayoutRun, 'format'>,
  deps: Pick<PayoutRunDeps, 'secret'>,
): Promise<PayoutRunPreview> {
  const { chosen } = await choose(db, actor, { format }, deps)
  const paid = chosen.map(knownAs)
  return {
    ...(await secondPersonsFor(db, { madeById: makerOf(actor).madeById, paid })),
    total: { count: chosen.length, usdCents: sumOf(chosen) },
    waitsHours: OWN_APPROVAL_HOURS,
  }
}

/** The redemptions that fit, those that wait longest first, and why each other that was looked at does not. */
async function choose(
  db: Db,
  actor: OperatorActor,
  { format, redemptionIds }: Omit<NewPayoutRun, 'payer'>,
  deps: Pick<PayoutRunDeps, 'secret'>,
): Promise<{ chosen: Candidate[]; refusals: Refusals }> {
  const refusals: Refusals = new Map()
  const chosen: Candidate[] = []
  // What a format cannot pay is sealed, so it is not left out by the query: those behind are looked at until the run is full.
  for (let after: string | undefined; chosen.length < payoutsMax;) {
    const page = await candidates(db, { kind: kindOf(format), ids: redemptionIds, after, limit: pageSize })
    for (const one of page) {
      if (chosen.length === payoutsMax) break
      const why = refusal(one, format, actor, deps)
      refusals.set(one.id, why)
      if (why === undefined) chosen.push(one)
    }
    if (page.length < pageSize) break
    after = page.at(-1)!.id
  }
  const unmet = (redemptionIds ?? []).filter((id) => !refusals.has(id))
  await refuseUnmet(db, unmet, { format, refusals })
  return { chosen, refusals }
}

/** Says of redemptions that are not among those that a run takes why each is not. */
async function refuseUnmet(
  db: Db,
  ids: string[],
  { format, refusals }: { format: PayoutFormat; refusals: Refusals },
): Promise<void> {
  const standings = await standingsOf(db, ids)
  for (const id of ids) refusals.set(id, whyUnmet(standings.get(id), format))
}

/** Why a redemption that was named is not among those that a format's run takes. */
function whyUnmet(standing: Standing | undefined, format: PayoutFormat): string {
  if (!standing) return 'There is no such redemption.'
  const { state, kind, runId } = standing
  if (runId !== null) return `It is in the run ${runId}.`
  if (state !== 'approved') return `It is ${state}, not approved.`
  return otherKind(format, kind) ?? `A run has ${payoutsMax} payouts at most.`
}

async function euroRate(tx: Tx): Promise<string> {
  const rate = await currencyRateOn(tx, 'EUR', await databaseNow(tx))
  if (rate) return rate.usdPerUnit
  throw problem('conflict', {
    detail: `SEPA transfers are in euros, and the euro has no rate of the last ${RATE_DAYS} days. Set one first.`,
  })
}

function checkedPayer(payer: Payer | null): Payer {
  if (!payer) throw invalidValue('body.payer', 'Say whose account SEPA transfers leave: name and IBAN.')
  const { name, bic } = payer
  if (name.trim() === '') throw invalidValue('body.payer.name', 'Say whose account it is.')
  if (!isIban(payer.iban)) throw invalidValue('body.payer.iban', 'Its check digits are wrong.')
  if (bic !== undefined && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(bic))
    throw invalidValue('body.payer.bic', 'A BIC has 8 or 11 letters and digits.')
  return { name: name.trim(), iban: plainIban(payer.iban), ...(bic && { bic: bic.toUpperCase() }) }
}

/** Why a redemption is not in the run. */
function refusal(
  candidate: Candidate,
  format: PayoutFormat,
  actor: OperatorActor,
  { secret }: Pick<PayoutRunDeps, 'secret'>,
): string | undefined {
  const { id, destinationId, details: sealed, waitsForLook } = candidate
  if (isOwnAccount(namesOf(actor), knownAs(candidate))) return 'It is your own: another operator pays it.'
  if (waitsForLook) return 'It was open in a restored backup: say first whether it was paid since.'
  if (sealed === null) return 'Where it goes to was removed.'
  let details: DestinationDetails
  try {
    details = openDetails(secret, { id: destinationId, details: sealed })
  } catch {
    return `Where ${id} goes to cannot be read with this SECRET.`
  }
  return misfit(format, details)
}

/** Of who has left there is no name. */
function knownAs({ uid, email, shortId, operatorEmails }: Candidate): KnownAs {
  return { uid, email: email ?? '', shortId: shortId ?? '', operatorEmails: operatorEmails ?? [] }
}

function makerOf(actor: OperatorActor) {
  return { madeBy: authorOf(actor), madeById: actor.via === 'job' ? null : actor.operatorId }
}

function sumOf(payouts: { usdCents: number }[]): number {
  return payouts.reduce((sum, { usdCents }) => sum + usdCents, 0)
}

function leftOf(refusals: Refusals): DraftedRun['left'] {
  return [...refusals].flatMap(([redemptionId, why]) => (why === undefined ? [] : [{ redemptionId, why }]))
}

function nothingToPay(refusals: Refusals) {
  const [first] = leftOf(refusals)
  const why = first ? ` ${refusals.size} left out, the first ${first.redemptionId}: ${first.why}` : ''
  return problem('conflict', { detail: `There is nothing to pay: no approved redemption fits.${why}` })
}
