import { m } from '#messages'
import type { Earning } from '#contracts/earnings.schemas.ts'
import {
  formatBps,
  formatDate,
  formatMilli,
  formatNumber,
  formatRate,
  formatUsd,
} from '#web/ui/common/format.ts'

/** What it is for: `Sale at Northwind Coffee`. */
export function earningTitle({ type, campaign }: Pick<Earning, 'type' | 'campaign'>): string {
  const brand = campaign.brand.name
  if (type === 'sale') return m.wallet_earning_sale({ brand })
  return type === 'lead' ? m.wallet_earning_lead({ brand }) : m.wallet_earning_click({ brand })
}

/** The earning's state in a word. */
export function earningState(state: Earning['state']): string {
  switch (state) {
    case 'pending':
      return m.wallet_earning_state_pending()
    case 'under_review':
      return m.wallet_earning_state_under_review()
    case 'available':
      return m.wallet_earning_state_available()
    case 'reversed':
      return m.wallet_earning_state_reversed()
  }
}

/** Why it is not available, or since when it is, and until when: one or two whole sentences. */
export function earningWhy(earning: Earning, now: Date): string[] {
  const part = partTaken(earning)
  switch (earning.state) {
    case 'pending':
      return [unlocks(earning.unlocksAt, now), ...part]
    case 'under_review':
      return [heldBecause(earning.reason), ...heldUntil(earning.unlocksAt, now), ...part]
    case 'available':
      return [
        earning.unlockedAt
          ? m.wallet_earning_available({ date: formatDate(earning.unlockedAt, now) })
          : m.wallet_earning_available_made(),
        ...part,
      ]
    case 'reversed':
      return [reversedBecause(earning)]
  }
}

/** When it unlocks: the day, or that the holding period has ended and only the job is missing. */
export function unlocks(unlocksAt: string, now: Date): string {
  const when = new Date(unlocksAt)
  if (when <= now) return m.wallet_earning_unlocking()
  if (when.toDateString() === now.toDateString()) return m.wallet_earning_unlocks_today()
  return m.wallet_earning_unlocks({ date: formatDate(when, now) })
}

/** How a share of a sale or a payment for clicks was computed; null for a campaign's fixed amount. */
export function earningBasis({ basis }: Pick<Earning, 'basis'>): string | null {
  const { saleUsdCents, bps, usdToCrels, clicks, clickMillicrels } = basis
  if (clicks !== null && clickMillicrels !== null)
    return m.wallet_earning_basis_clicks({
      count: clicks,
      amount: formatNumber(clicks),
      crels: clickMillicrels / 1000,
      each: formatMilli(clickMillicrels),
    })
  if (saleUsdCents === null || bps === null || usdToCrels === null) return null
  return m.wallet_earning_basis({
    percent: formatBps(bps),
    sale: formatUsd(saleUsdCents),
    rate: formatRate(usdToCrels),
  })
}

/** What is left of it after refunds. */
export function earningLeft({ crels, reversedCrels }: Pick<Earning, 'crels' | 'reversedCrels'>): number {
  return crels - reversedCrels
}

function partTaken(earning: Earning): string[] {
  const { reversedCrels: count } = earning
  if (count === 0) return []
  const crels = m.common_crels({ count, amount: formatNumber(count) })
  return [m.wallet_earning_part({ crels })]
}

function heldBecause(reason: string | null): string {
  switch (reason) {
    case 'self_conversion':
      return m.wallet_earning_under_review_self_conversion()
    case 'too_fast':
      return m.wallet_earning_under_review_too_fast()
    case 'burst':
      return m.wallet_earning_under_review_burst()
    default:
      return m.wallet_earning_under_review_other()
  }
}

function heldUntil(unlocksAt: string, now: Date): string[] {
  if (new Date(unlocksAt) <= now) return []
  return [m.wallet_earning_under_review_until({ date: formatDate(unlocksAt, now) })]
}

function reversedBecause({ type, reason }: Pick<Earning, 'type' | 'reason'>): string {
  // Of clicks only an operator takes back, whatever the word for the record is.
  if (type === 'click') return m.wallet_earning_reversed_clicks()
  if (reason === 'reported_by_server') return m.wallet_earning_reversed_replaced()
  if (reason === 'corrected') return m.wallet_earning_reversed_corrected()
  const isRefund = reason === null || reason.includes('refund')
  return isRefund ? m.wallet_earning_reversed() : m.wallet_earning_reversed_declined()
}
