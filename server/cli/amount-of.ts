import { InvalidArgumentError } from 'commander'
import { minorDigits, minorOf } from '#rules/currency.ts'

/** The amount that `--amount` and `--currency` say, in minor units; undefined without one. Throws for no amount. */
export function amountOf({ amount, currency }: { amount?: string; currency: string }) {
  if (amount === undefined) return undefined
  const minor = minorOf(amount, currency)
  if (minor === null || minor === 0)
    throw new InvalidArgumentError(`${amount} ${currency} is not a valid amount`)
  return { currency, minor }
}

/** An amount as people write it: `EUR 49.90`. */
export function amountText({ currency, minor }: { currency: string; minor: number }): string {
  const digits = minorDigits(currency)
  const text = String(minor).padStart(digits + 1, '0')
  return `${currency} ${digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`}`
}
