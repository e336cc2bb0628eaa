import { latestBirthday } from './minimum-age.ts'

/** By whose law an operator asks who is paid: nobody's, that of the US (W-9, W-8BEN), or that of the EU (DAC7). */
export const TAX_REGIMES = ['off', 'us', 'dac7'] as const
export type TaxRegime = (typeof TAX_REGIMES)[number]

export const TAX_FORMS = ['w9', 'w8ben', 'dac7'] as const
export type TaxForm = (typeof TAX_FORMS)[number]

/** Kinds of numbers of the US, and that of any other country. */
export const TAX_ID_KINDS = ['ssn', 'ein', 'itin', 'foreign'] as const
export type TaxIdKind = (typeof TAX_ID_KINDS)[number]

/** The words that a member certifies a form by; new words are a new version. */
export const TAX_CERTIFICATION = '2026-11'

/** What a form of the regime is: the first is the one that most members fill in. */
export function taxFormsOf(regime: TaxRegime): readonly TaxForm[] {
  if (regime === 'us') return ['w9', 'w8ben']
  return regime === 'dac7' ? ['dac7'] : []
}

export interface TaxAddress {
  street: string
  extra: string
  city: string
  postcode: string
  region: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** What a member states; blank and null where a form does not ask for it. */
export interface TaxDetails {
  form: TaxForm
  legalName: string
  address: TaxAddress
  /** ISO 3166-1 alpha-2. */
  taxResidence: string
  taxIdKind: TaxIdKind
  /** Null where the country of residence gives none. */
  taxId: string | null
  /** `YYYY-MM-DD`; of W-8BEN and DAC7. */
  birthDate: string | null
  /** Of DAC7 where there is no tax number: town and country. */
  birthPlace: string
  /** Of DAC7, where there is one. */
  vatId: string
}

/** Details as they are kept: numbers of the US as nine digits, what the form does not ask for left out. */
export function plainTaxDetails(details: TaxDetails): TaxDetails {
  const { form, taxIdKind, taxId } = details
  const isUs = taxIdKind !== 'foreign'
  return {
    ...details,
    taxId: taxId === null ? null : isUs ? taxId.replaceAll(/[\s-]/g, '') : taxId,
    birthDate: form === 'w9' ? null : details.birthDate,
    birthPlace: form === 'dac7' && taxId === null ? details.birthPlace : '',
    vatId: form === 'dac7' ? details.vatId.replaceAll(/\s/g, '').toUpperCase() : '',
  }
}

/** The name of what is wrong in details: what a form asks for and is missing or cannot be. */
export type TaxFlaw = 'taxResidence' | 'taxIdKind' | 'taxId' | 'birthDate' | 'birthPlace' | 'vatId'

/**
 * What is wrong in plain details on a day (`YYYY-MM-DD`); empty where nothing is. W-9 is for persons of the US, who have a
 * number; W-8BEN for all others. A number that is not of the US is a text: each country has its own form.
 */
export function taxFlaws(details: TaxDetails, today: string): TaxFlaw[] {
  const { form, taxResidence, taxIdKind, taxId, birthDate, birthPlace, vatId } = details
  const flaws: TaxFlaw[] = []
  if (form !== 'dac7' && (taxResidence === 'US') !== (form === 'w9')) flaws.push('taxResidence')
  if (form === 'w9' && taxIdKind === 'foreign') flaws.push('taxIdKind')
  if (form === 'w9' && taxId === null) flaws.push('taxId')
  if (taxId !== null && !isTaxId(taxIdKind, taxId)) flaws.push('taxId')
  if (form !== 'w9' && !isBirthDate(birthDate, today)) flaws.push('birthDate')
  if (form === 'dac7' && taxId === null && birthPlace === '') flaws.push('birthPlace')
  if (vatId !== '' && !/^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(vatId)) flaws.push('vatId')
  return flaws
}

function isBirthDate(date: string | null, today: string): boolean {
  return date !== null && date <= today && date > latestBirthday(today, 130)
}

/** Whether a number can be one of its kind: those of the US by the ranges that are given out. */
export function isTaxId(kind: TaxIdKind, taxId: string): boolean {
  if (kind === 'foreign') return /^[A-Za-z0-9][A-Za-z0-9 ./-]{2,29}$/.test(taxId)
  const [, area, group, serial] = /^(\d{3})(\d{2})(\d{4})$/.exec(taxId) ?? []
  if (area === undefined || group === undefined || serial === undefined) return false
  switch (kind) {
    case 'ssn':
      return !/^(?:000|666|9..)$/.test(area) && group !== '00' && serial !== '0000'
    case 'itin':
      return area.startsWith('9') && isItinGroup(Number(group))
    case 'ein':
      return !/^(?:0[0789]|1[789]|28|29|49|69|70|78|79|89|9[67])/.test(area)
  }
}

/** 50–65, 70–88, 90–92 and 94–99 are given out. */
function isItinGroup(group: number): boolean {
  return (
    (group >= 50 && group <= 65) ||
    (group >= 70 && group <= 88) ||
    (group >= 90 && group <= 92) ||
    group >= 94
  )
}

/** What a screen shows of a number: its last signs. */
export function taxIdHint(taxId: string | null): string | null {
  return taxId === null ? null : `…${taxId.slice(taxId.length > 6 ? -4 : -2)}`
}

/**
 * The last day on which a form counts; null where it does not end. A W-8BEN ends with the third calendar year after that
 * of its signature.
 */
export function taxFormEnds(form: TaxForm, certifiedOn: string): string | null {
  return form === 'w8ben' ? `${Number(certifiedOn.slice(0, 4)) + 3}-12-31` : null
}

/** Whether a form that was certified on a day counts by a regime today. */
export function isTaxFormUsable(
  { form, certifiedOn }: { form: TaxForm; certifiedOn: string },
  regime: TaxRegime,
  today: string,
): boolean {
  const ends = taxFormEnds(form, certifiedOn)
  return taxFormsOf(regime).includes(form) && (ends === null || today <= ends)
}

/** What the operator asks for (economy, tax). */
export interface TaxTerms {
  regime: TaxRegime
  /** What a member may be paid in a calendar year (UTC) before a form is needed. */
  thresholdUsdCents: number
}

/** Whether a year's payouts of so many cents need a form. */
export function needsTaxForm(yearUsdCents: number, { regime, thresholdUsdCents }: TaxTerms): boolean {
  return regime !== 'off' && yearUsdCents >= thresholdUsdCents
}

/** From which part of the threshold on a member hears that a form will be needed, in percent. */
const nearPercent = 80

/** Whether a year's payouts come near the sum from which a form is needed, and are below it. */
export function nearsTaxThreshold(yearUsdCents: number, terms: TaxTerms): boolean {
  const { regime, thresholdUsdCents } = terms
  return (
    regime !== 'off' &&
    !needsTaxForm(yearUsdCents, terms) &&
    yearUsdCents * 100 >= thresholdUsdCents * nearPercent
  )
}
