import { findMember } from '#server/modules/accounts/public.ts'
import { lastTaxProfile, openTaxDetails } from '#server/modules/tax/public.ts'
import type { Db } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findDestination } from '../destination-queries.ts'
import { openDetails } from '../destination-secret.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { lockRedemption } from '../redemption-queries.ts'
import type { Screened } from './sanctions-lists.ts'
import {
  insertScreening,
  redemptionToScreen,
  redemptionsToScreen,
  type ToScreen,
} from './screening-queries.ts'
import { sealMatches } from './screening-secret.ts'

type ScreeningDeps = Pick<RedemptionDeps, 'secret' | 'sanctions' | 'log'>

/**
 * Looks in the lists of sanctions for each member who is to be paid and was not looked for yet, or not as who they are
 * now, or too long ago. The service is asked outside of a transaction; what it says of somebody who changed meanwhile is
 * not kept. One that it does not answer for is asked for again in a minute, and stops no other. For a job.
 */
export async function screenRedemptions(
  db: Db,
  deps: ScreeningDeps,
  pageSize = 100,
): Promise<{ screened: number; unanswered: number }> {
  const round = { screened: 0, unanswered: 0 }
  if (!deps.sanctions) return round
  for (let after = ''; ;) {
    const page = await redemptionsToScreen(db, { after, limit: pageSize })
    for (const one of page) {
      try {
        await screen(db, one, deps)
        round.screened += 1
      } catch (error) {
        round.unanswered += 1
        deps.log.error({ err: error, redemptionId: one.redemptionId }, 'a payout could not be screened')
      }
    }
    if (page.length < pageSize) return round
    after = page.at(-1)!.redemptionId
  }
}

async function screen(db: Db, { redemptionId, subject }: ToScreen, deps: ScreeningDeps): Promise<void> {
  const lists = deps.sanctions!
  const person = await personOf(db, redemptionId, deps)
  if (!person) return
  const matches = await lists.find(person)
  const id = newId('screening')
  await inTransaction(db, async (tx) => {
    await lockRedemption(tx, redemptionId)
    const now = await redemptionToScreen(tx, redemptionId)
    if (!now?.subject.equals(subject)) return
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

/** Everything that is known of who a redemption would pay: of their profile, their tax form, and their bank account. */
async function personOf(
  db: Db,
  redemptionId: string,
  { secret }: Pick<RedemptionDeps, 'secret'>,
): Promise<Screened | undefined> {
  const one = await redemptionToScreen(db, redemptionId)
  const member = one && (await findMember(db, one.uid))
  if (!one || !member) return undefined
  const [form, destination] = await Promise.all([
    lastTaxProfile(db, one.uid),
    findDestination(db, one.uid, one.destinationId),
  ])
  const tax = form && openTaxDetails(secret, form)
  const details = destination && openDetails(secret, destination)
  return {
    names: known([
      member.fullName,
      member.displayName,
      tax?.legalName,
      details?.kind === 'bank' ? details.holder : undefined,
    ]),
    birthDates: known([member.birthday, tax?.birthDate]),
    countries: known([member.countryOfResidence, tax?.taxResidence]),
  }
}

function known(values: (string | null | undefined)[]): string[] {
  return [...new Set(values.map((value) => value?.trim() ?? '').filter((value) => value !== ''))]
}
