import { findMember } from '#server/modules/accounts/public.ts'
import { lastTaxProfile, openTaxDetails } from '#server/modules/tax/public.ts'
import { waitsAfterRestore } from '#server/platform/backup/restoration.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { inSnapshot, inTransaction } from '#server/platform/transaction.ts'
import { findDestination } from '../destination-queries.ts'
import { openDetails } from '../destination-secret.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { lockRedemption } from '../redemption-queries.ts'
import type { SanctionsLists, Screened } from './sanctions-lists.ts'
import { insertScreening, redemptionToScreen, redemptionsToScreen } from './screening-queries.ts'
import { sealMatches } from './screening-secret.ts'

/** What the job answers, as `crels doctor` reads it. */
export interface ScreeningRound {
  screened: number
  /** Redemptions without an answer, by their ids. */
  unanswered: string[]
}

type ScreeningDeps = Pick<RedemptionDeps, 'secret' | 'sanctions' | 'log'>

/** So many unanswered one after the other may be a service that is away. */
const unansweredMax = 3
/** A round ends before the next ones could begin beside it for long. */
const longestRoundMs = 5 * 60_000
/** More than a round comes to. */
const roundMax = 10_000

/**
 * Looks in the lists of sanctions for each member who is to be paid and was not looked for yet, or not as who they are
 * now, or too long ago. The service is asked outside of a transaction; what it says of somebody who changed meanwhile is
 * not kept. What it does not answer is asked again in the next round, and where it is away the round ends; those that it
 * refuses, or whose form cannot be opened, keep nobody else back, nor those for whom it takes all of a round's time: each
 * round has an order of its own. A restored database that waits for a person asks about nobody. For a job.
 */
export async function screenRedemptions(
  db: Db,
  deps: ScreeningDeps,
  roundMs = longestRoundMs,
): Promise<ScreeningRound> {
  const round: ScreeningRound = { screened: 0, unanswered: [] }
  // Not by `isOutward`: the queue would keep a job of each minute until then.
  if (!deps.sanctions || (await waitsAfterRestore(db))) return round
  const until = performance.now() + roundMs
  let inARow = 0
  for (const redemptionId of await redemptionsToScreen(db, { lists: deps.sanctions.name, limit: roundMax })) {
    if (inARow === unansweredMax) {
      if (await isAway(deps.sanctions)) return round
      inARow = 0
    }
    try {
      await screen(db, redemptionId, deps)
      round.screened += 1
      inARow = 0
    } catch (error) {
      round.unanswered.push(redemptionId)
      inARow += 1
      deps.log.error({ err: error, redemptionId }, 'a payout could not be screened')
    }
    if (performance.now() >= until) return round
  }
  return round
}

/** Whether nobody gets an answer; a person of whom nothing is wrong is asked for. */
async function isAway(lists: SanctionsLists): Promise<boolean> {
  return await lists.check().then(
    () => false,
    () => true,
  )
}

async function screen(db: Db, redemptionId: string, deps: ScreeningDeps): Promise<void> {
  const lists = deps.sanctions!
  const asked = await inSnapshot(db, async (tx) => await personOf(tx, redemptionId, deps))
  if (!asked) return
  const matches = await lists.find(asked.person)
  const id = newId('screening')
  await inTransaction(db, async (tx) => {
    await lockRedemption(tx, redemptionId)
    const { subject } = asked
    if (!(await redemptionToScreen(tx, redemptionId))?.subject.equals(subject)) return
    const details = sealMatches(deps.secret, id, matches)
    await insertScreening(tx, {
      id,
      redemptionId,
      subject,
      lists: lists.name,
      matches: matches.length,
      details,
    })
  })
}

/**
 * Everything that is known of who a redemption would pay, as of one moment: of their profile, tax form and bank account.
 */
async function personOf(
  tx: Tx,
  redemptionId: string,
  { secret }: Pick<RedemptionDeps, 'secret'>,
): Promise<{ subject: Buffer; person: Screened } | undefined> {
  const one = await redemptionToScreen(tx, redemptionId)
  const member = one && (await findMember(tx, one.uid))
  if (!one || !member) return undefined
  const form = await lastTaxProfile(tx, one.uid)
  const destination = await findDestination(tx, one.uid, one.destinationId)
  const tax = form && openTaxDetails(secret, form)
  const details = destination && openDetails(secret, destination)
  const person = {
    names: known([
      member.fullName,
      member.displayName,
      tax?.legalName,
      details?.kind === 'bank' ? details.holder : undefined,
    ]),
    birthDates: known([member.birthday, tax?.birthDate]),
    countries: known([member.countryOfResidence, tax?.taxResidence]),
  }
  return { subject: one.subject, person }
}

function known(values: (string | null | undefined)[]): string[] {
  return [...new Set(values.map((value) => value?.trim() ?? '').filter((value) => value !== ''))]
}
