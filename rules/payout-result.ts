/** What a line of a provider's or a bank's report says of a payment. */
export type PayoutOutcome = 'paid' | 'unpaid' | 'pending'

/** The columns of a report that are read, each by the names that PayPal, Wise and banks give it. */
const columnNames = {
  reference: [
    'reference',
    'reference id',
    'paymentreference',
    'payment reference',
    'endtoendid',
    'end to end id',
    'unique id',
    'customer reference',
  ],
  status: ['status', 'transaction status', 'payment status', 'state'],
  payment: ['transaction id', 'payment', 'payment id', 'transfer id', 'payout item id', 'bank reference'],
  reason: ['reason', 'error', 'error message', 'return reason', 'failure reason'],
  amount: ['amount'],
  paidOn: [
    'paid on',
    'date',
    'payment date',
    'execution date',
    'booking date',
    'value date',
    'transaction date',
    'completed on',
    'finished on',
  ],
} as const

export type ResultColumn = keyof typeof columnNames
/** Where each column of a report is; -1 where it has none. */
export type ResultColumns = Record<ResultColumn, number>

/** Finds the columns in the first line of a report; null where reference or status is missing. */
export function resultColumns(head: readonly string[]): ResultColumns | null {
  const plain = head.map((name) => name.trim().toLowerCase().replaceAll(/[_-]/g, ' '))
  const columns = Object.fromEntries(
    Object.entries(columnNames).map(([column, names]) => {
      const found = names.map((name) => plain.indexOf(name)).find((place) => place >= 0)
      return [column, found ?? -1]
    }),
  ) as ResultColumns
  return columns.reference < 0 || columns.status < 0 ? null : columns
}

/** By the words of PayPal, Wise and ISO 20022. Money that may still arrive, or come back, is pending. */
const statuses: Record<PayoutOutcome, string> = {
  paid: 'paid|success|successful|completed|complete|settled|executed|booked|outgoing payment sent|accc|acsc',
  unpaid:
    'unpaid|failed|failure|denied|returned|refunded|blocked|rejected|reversed|cancelled|canceled|bounced back|funds refunded|rjct|canc',
  pending: 'pending|unclaimed|onhold|on hold|processing|held|waiting|acsp|acwc|actc|accp|pdng',
}
const outcomes = new Map(
  Object.entries(statuses).flatMap(([outcome, words]) =>
    words.split('|').map((word) => [word, outcome as PayoutOutcome]),
  ),
)

/** The outcome that a status means; undefined for a word that is not known. */
export function outcomeOf(status: string): PayoutOutcome | undefined {
  return outcomes.get(status.trim().toLowerCase().replaceAll('_', ' '))
}

/** Whether a report writes what leaves the account with a minus, as a bank's statement does. */
export function hasSignedDebits(rows: readonly { status: string; amount: string }[]): boolean {
  return rows.some(({ status, amount }) => outcomeOf(status) === 'paid' && isMinus(amount))
}

/**
 * Whether a row of a report with signed debits is money that came in: a payment that came back, where it has a reference. A
 * word that is not known, as “Recalled”, says nothing else.
 */
export function isCredit({ status, amount }: { status: string; amount: string }): boolean {
  const outcome = outcomeOf(status) ?? 'paid'
  return outcome === 'paid' && reportedAmount(amount) !== null && !isMinus(amount)
}

/** A sign says what it says also of an amount that can be read in two ways. */
function isMinus(amount: string): boolean {
  return /^[-−]/.test(amount.trim()) && (reportedAmount(amount) ?? 0) !== 0
}

/** What stands between thousands; a bank of a country writes one of them. */
const groups = String.raw`[,. '’\u00a0\u202f]`
const amountPattern = new RegExp(
  String.raw`^[-+−]?\s*(?<whole>\d{1,12}|\d{1,3}(?:(?<group>${groups})\d{3})(?:\k<group>\d{3}){0,2})(?:(?<point>[.,])(?<part>\d{1,2}))?$`,
  'u',
)

/**
 * An amount as reports write it, in minor units without its sign: `-1,204.50`, `1.204,50`, `1204.5` or `16,00`; what is last,
 * with one digit or two behind it, is the decimal sign. `ambiguous` where thousands and three decimals look alike, as in
 * `1.204`; null for other texts.
 */
export function reportedAmount(text: string): number | 'ambiguous' | null {
  const { whole, group, point, part = '' } = amountPattern.exec(text.trim())?.groups ?? {}
  if (whole === undefined) return null
  const plain = whole.replaceAll(/\D/g, '')
  if (group !== undefined && group === point) return null
  // Nobody writes thousands behind nothing: that is a fraction.
  if (group !== undefined && whole.startsWith('0')) return null
  const isOneGroup = (group === ',' || group === '.') && plain.length <= 6
  return isOneGroup && point === undefined ? 'ambiguous' : Number(plain + part.padEnd(2, '0'))
}
