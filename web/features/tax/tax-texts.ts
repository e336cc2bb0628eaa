import { m } from '#messages'
import type { TaxForm, TaxIdKind } from '#rules/tax-profile.ts'

export const formNames: Record<TaxForm, () => string> = {
  w9: m.tax_form_w9,
  w8ben: m.tax_form_w8ben,
  dac7: m.tax_form_dac7,
}

export const idNames: Record<TaxIdKind, () => string> = {
  ssn: m.tax_id_ssn,
  itin: m.tax_id_itin,
  ein: m.tax_id_ein,
  foreign: m.tax_id_foreign,
}

/** What is certified, of the version TAX_CERTIFICATION (rules/tax-profile.ts): other words are another version. */
export const certifiedWords: Record<TaxForm, () => string> = {
  w9: m.tax_words_w9,
  w8ben: m.tax_words_w8ben,
  dac7: m.tax_words_dac7,
}
