import { minorDigits } from '#rules/currency.ts'
import { languages, type Language } from '#contracts/languages.ts'
import { languageInUse } from './language.ts'

/** English amounts as in dollars' own country: `$1,012.50`. */
const formats = Object.fromEntries(
  languages.map((language) => {
    const locale = language === 'en' ? 'en-US' : language
    const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
    return [language, { money, whole: new Intl.NumberFormat(locale) }] as const
  }),
) as Record<Language, { money: Intl.NumberFormat; whole: Intl.NumberFormat }>

/** US cents as dollars: `$1,012.50`. */
export function dollars(usdCents: number): string {
  return formats[languageInUse()].money.format(usdCents / 100)
}

/** An amount of any currency for brands and operators, who read English: `€49.90`. */
export function amountInEnglish({ currency, minor }: { currency: string; minor: number }): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits)
}

/** A number of things, crels or points with its digits in groups: `12,500`. */
export function grouped(count: number): string {
  return formats[languageInUse()].whole.format(count)
}
