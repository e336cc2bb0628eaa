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

/** Whether a row of a report with signed debits is money that came in: a payment that came back, where it has a reference. */
export function isCredit({ status, amount }: { status: string; amount: string }): boolean {
  return outcomeOf(status) === 'paid' && reportedMinor(amount) !== null && !isMinus(amount)
}

const isMinus = (amount: string) => amount.trim().startsWith('-') && (reportedMinor(amount) ?? 0) > 0

/** An amount as reports write it, `-1,204.50` or `1204.5`, in minor units without its sign; null for other texts. */
export function reportedMinor(text: string): number | null {
  const [, whole, part = ''] = /^[-+]?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole.replaceAll(',', '') + part.padEnd(2, '0'))
}
