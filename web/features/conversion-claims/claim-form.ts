import { m } from '#messages'
import { CLAIM_WITHIN_DAYS } from '#rules/conversion-claim.ts'
import { minorOf } from '#rules/currency.ts'
import type { NewClaim } from './queries.ts'

/** What is typed into the form. */
export interface ClaimTexts {
  campaignId: string
  type: 'lead' | 'sale'
  order: string
  /** `YYYY-MM-DD`, in the member's own zone. */
  day: string
  amount: string
  currency: string
  note: string
}

export type ClaimMistakes = Partial<Record<keyof ClaimTexts, string>>

/** Nothing typed yet. */
export function blankClaim(campaignId: string): ClaimTexts {
  return { campaignId, type: 'sale', order: '', day: '', amount: '', currency: 'USD', note: '' }
}

/** A day as a field has it, so many days before `now`. */
export function dayBefore(now: Date, days: number): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * What is sent, or what is wrong with what was typed. Only the day is known, so the moment is its end, or now: the
 * last visit before it counts.
 */
export function readClaim(
  texts: ClaimTexts,
  now: Date,
): { claim: NewClaim; wrong?: undefined } | { wrong: ClaimMistakes } {
  const { campaignId, type, day } = texts
  const [order, amount, currency] = [
    texts.order.trim(),
    texts.amount.trim(),
    texts.currency.trim().toUpperCase(),
  ]
  const minor = type === 'sale' && amount !== '' ? minorOf(plainAmount(amount), currency) : null
  const wrong: ClaimMistakes = {}
  if (campaignId === '') wrong.campaignId = m.conversion_claims_wrong_campaign()
  if (order === '') wrong.order = m.conversion_claims_wrong_order()
  if (day === '' || day > dayBefore(now, 0) || day <= dayBefore(now, CLAIM_WITHIN_DAYS))
    wrong.day = m.conversion_claims_wrong_day()
  if (type === 'sale' && amount !== '' && !minor) wrong.amount = m.conversion_claims_wrong_amount()
  if (type === 'sale' && amount !== '' && !/^[A-Z]{3}$/.test(currency))
    wrong.currency = m.conversion_claims_wrong_currency()
  if (Object.keys(wrong).length > 0) return { wrong }
  const end = new Date(`${day}T23:59:59.999`)
  return {
    claim: {
      campaignId,
      type,
      orderReference: order,
      occurredAt: (end < now ? end : now).toISOString(),
      amount: minor ? { currency, minor } : undefined,
      note: texts.note.trim() || undefined,
    },
  }
}

/**
 * An amount as people write it, `1.234,56` and `1,234.56` alike, with a point for its decimals and nothing between its
 * thousands; as it stands where its signs make no number. The last sign is that of the decimals, unless it is there twice.
 */
function plainAmount(text: string): string {
  const typed = text.replaceAll(/[\s'’]/g, '')
  const signs = typed.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  // A single sign before three digits, as in 1.234, is a thousand to some and one and a bit to others. It counts as that
  // of decimals, which most currencies refuse: a guess could be wrong by a factor of a thousand.
  if (last === undefined || signs.length === 1) return typed.replace(',', '.')
  const [first, ...others] = signs
  const hasNoDecimals = others.every((sign) => sign === first)
  const at = hasNoDecimals ? typed.length : typed.lastIndexOf(last)
  const groups = typed.slice(0, at).split(first!)
  // Thousands have three digits in the end; before, Indian ones have two.
  const areThousands = /^\d{1,3}( \d{2,3})* \d{3}$/.test(groups.join(' '))
  return areThousands ? `${groups.join('')}${typed.slice(at).replace(',', '.')}` : typed
}
