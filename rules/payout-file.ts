import type { DestinationDetails } from './payout-destination.ts'
import { decimal, type PayoutFile, type PayoutLine } from './payout-line.ts'
import type { PayoutFormat } from './payout-run.ts'
import { sepaDocument } from './sepa-document.ts'

type Cells = (string | null)[]

/** A file's text: XML for SEPA, else rows of cells for CSV, the head first. */
export function payoutFile(file: PayoutFile): { rows: Cells[] } | { xml: string } {
  if (file.format === 'sepa') return { xml: sepaDocument({ ...file, payer: file.payer! }) }
  const { head, row } = tables[file.format]
  return { rows: [head, ...file.lines.map((line) => row(line, file))] }
}

const tables: Record<
  Exclude<PayoutFormat, 'sepa'>,
  { head: string[]; row: (line: PayoutLine, file: PayoutFile) => Cells }
> = {
  paypal: {
    // As PayPal's payouts read it.
    head: ['Email/Phone', 'Amount', 'Currency code', 'Reference ID', 'Note to recipient', 'Recipient wallet'],
    row: ({ reference, amountMinor, to }, { currency }) => [
      to.kind === 'paypal' ? to.email : null,
      decimal(amountMinor),
      currency,
      reference,
      'Crels payout',
      'PayPal',
    ],
  },
  bank: {
    head: ['reference', 'holder', 'iban', 'bic', 'routing number', 'account number', 'amount', 'currency'],
    row: ({ reference, amountMinor, to }, { currency }) => [
      reference,
      ...accountCells(bankOf(to)),
      decimal(amountMinor),
      currency,
    ],
  },
  wise: {
    // Wise converts: what leaves is in dollars, what arrives in the currency of the account.
    head: 'name paymentReference receiverType amountCurrency amount sourceCurrency targetCurrency IBAN BIC abartn accountNumber accountType'.split(
      ' ',
    ),
    row: ({ reference, amountMinor, to }, { currency }) => {
      const bank = bankOf(to)
      const [holder, ...account] = accountCells(bank)
      const [target, type] = 'iban' in bank ? ['EUR', null] : ['USD', 'CHECKING']
      const amount = decimal(amountMinor)
      return [holder!, reference, 'PRIVATE', 'source', amount, currency, target!, ...account, type!]
    },
  },
}

type Bank = Extract<DestinationDetails, { kind: 'bank' }>

function bankOf(to: DestinationDetails): Bank {
  if (to.kind !== 'bank') throw new RangeError(`A bank does not pay to ${to.kind}`)
  return to
}

function accountCells(bank: Bank): Cells {
  return 'iban' in bank
    ? [bank.holder, bank.iban, bank.bic ?? null, null, null]
    : [bank.holder, null, null, bank.routingNumber, bank.accountNumber]
}

/**
 * What a payment is called in files, in letters and digits: at most 26 for the first attempt, which is what PayPal (30)
 * and banks (35) have room for. A later attempt has its number behind it: a bank refuses a reference that it knows.
 */
export function payoutReference(redemptionId: string, attempt = 1): string {
  return shortened(redemptionId) + (attempt === 1 ? '' : `-${attempt}`)
}

/** The attempt that a reference of `payoutReference` names. */
export function attemptIn(reference: string): number {
  return Number(/-(\d+)$/.exec(reference)?.[1] ?? 1)
}

/** What a file of a run is called, in the same way. */
export function payoutFileId(runId: string, number: number): string {
  return `${shortened(runId)}-${number}`
}

function shortened(id: string): string {
  return `r${BigInt(`0x${id.slice(4)}`).toString(36)}`
}
