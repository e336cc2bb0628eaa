import type { PayoutFormat } from '#rules/payout-run.ts'

/** Whose account the transfers of a run leave, as it is typed. */
interface TypedPayer {
  holder?: string
  iban?: string
  bic?: string
}

/** The same as a run takes it; undefined where it is that of the last run, and for files that no account of ours pays. */
export function payerOf(
  format: PayoutFormat,
  { holder = '', iban = '', bic = '' }: TypedPayer,
): { name: string; iban: string; bic?: string } | undefined {
  if (format !== 'sepa' || iban.trim() === '') return undefined
  return { name: holder, iban, ...(bic.trim() !== '' && { bic }) }
}
