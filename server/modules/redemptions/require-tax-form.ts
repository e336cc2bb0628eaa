import type { RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import { needsTaxForm, nearsTaxThreshold } from '#rules/tax-profile.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { hasUsableTaxProfile } from '#server/modules/tax/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import { paidThereUsdCents, underWay, yearUsdCents } from './paid-in-years.ts'
import { findRedemption, type RedemptionRow } from './redemption-queries.ts'

/**
 * Throws `tax_profile_required` where a payout brings a member's year to the threshold and they have no form that counts.
 * At the request all that is under way counts with what was paid; when it is sent, what is being sent. What other accounts
 * were paid at the same place counts as well, once an operator has approved a payout of this one there: one person may have
 * several.
 */
export async function requireTaxForm(
  db: Db,
  {
    id,
    uid,
    party,
    usdCents,
    destinationId,
  }: Pick<RedemptionRow, 'uid' | 'party' | 'usdCents' | 'destinationId'> & { id?: string },
): Promise<void> {
  const { tax } = await currentEconomy(db)
  if (tax.regime === 'off') return
  const others = await yearUsdCents(db, party, { states: id === undefined ? underWay : ['sending'], but: id })
  const there = await paidThereUsdCents(db, { uid, party, destinationId })
  if (!needsTaxForm(others + there + usdCents, tax) || (await hasUsableTaxProfile(db, uid, tax.regime)))
    return
  throw problem('tax_profile_required', {
    members: { thresholdUsdCents: tax.thresholdUsdCents },
    // When it is sent an operator reads it.
    ...(id !== undefined && { detail: 'The member has no tax form, which this payout needs.' }),
  })
}

/** Tells a member once a year, at the request that brings it near the threshold, that the next ones will need a form. */
export async function noticeTaxForm(
  tx: Tx,
  { uid, party }: Pick<RedemptionRow, 'uid' | 'party'>,
): Promise<void> {
  const { tax } = await currentEconomy(tx)
  const year = await yearUsdCents(tx, party)
  if (!nearsTaxThreshold(year, tax)) return
  if (tax.regime === 'off' || (await hasUsableTaxProfile(tx, uid, tax.regime))) return
  await notifyMembers(tx, [uid], {
    kind: 'tax_form_soon',
    facts: {
      year: (await databaseNow(tx)).getUTCFullYear(),
      yearUsdCents: year,
      thresholdUsdCents: tax.thresholdUsdCents,
    },
  })
}

/** Whether a payout was refused for want of a tax form. */
export function isFormMissing(error: unknown): boolean {
  return error instanceof Problem && error.code === 'tax_profile_required'
}

/**
 * Tells a member that a payout of theirs was not sent for want of a tax form, once a year for each kind of form: it may
 * have been approved before any was asked for.
 */
export async function noticeMissingForm(tx: Tx, redemptionId: string): Promise<void> {
  const { uid, party, usdCents } = (await findRedemption(tx, redemptionId))!
  const { regime, thresholdUsdCents } = (await currentEconomy(tx)).tax
  await notifyMembers(tx, [uid], {
    kind: 'tax_form_soon',
    facts: {
      year: (await databaseNow(tx)).getUTCFullYear(),
      yearUsdCents: await yearUsdCents(tx, party),
      thresholdUsdCents,
      waiting: { usdCents, regime },
    },
  })
}

/** What is asked of a member, for the terms; null where nothing is. */
export async function taxTerms(
  db: Db,
  { uid, party }: Pick<RedemptionRow, 'uid' | 'party'>,
): Promise<RedemptionTerms['tax']> {
  const { regime, thresholdUsdCents } = (await currentEconomy(db)).tax
  if (regime === 'off') return null
  const [year, hasForm] = await Promise.all([yearUsdCents(db, party), hasUsableTaxProfile(db, uid, regime)])
  return { yearUsdCents: year, thresholdUsdCents, hasForm }
}
