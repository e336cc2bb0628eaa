import { m } from '#messages'
import type { NewTaxProfile, TaxProfile } from '#contracts/tax.schemas.ts'
import { plainTaxDetails, taxFlaws, type TaxForm, type TaxIdKind } from '#rules/tax-profile.ts'

/** A form as it is typed. */
export interface TypedTax {
  form: TaxForm
  legalName: string
  street: string
  extra: string
  postcode: string
  city: string
  region: string
  country: string
  taxResidence: string
  taxIdKind: TaxIdKind
  /** The country gives no numbers. */
  hasNoId: boolean
  taxId: string
  birthDate: string
  birthPlace: string
  vatId: string
  isCertified: boolean
}

export type TaxPart = keyof TypedTax
export type WrongTax = Partial<Record<TaxPart, string>>

/** What a form begins with: the last one, without its numbers, which are shown by their last digits alone. */
export function typedFrom(
  form: TaxForm,
  known: { fullName: string | null; country: string | null; birthday: string | null },
  last: TaxProfile | null,
): TypedTax {
  const { street, extra, postcode, city, region, country } = last?.address ?? {
    street: '',
    extra: '',
    postcode: '',
    city: '',
    region: '',
    country: known.country ?? '',
  }
  const blank: TypedTax = {
    form,
    street,
    extra,
    postcode,
    city,
    region,
    country,
    legalName: last?.legalName ?? known.fullName ?? '',
    taxResidence: last?.taxResidence ?? known.country ?? '',
    taxIdKind: last?.taxIdKind ?? 'foreign',
    hasNoId: last !== null && last.taxIdHint === null,
    taxId: '',
    birthDate: last?.birthDate ?? known.birthday ?? '',
    birthPlace: last?.birthPlace ?? '',
    vatId: '',
    isCertified: false,
  }
  return withForm(blank, form)
}

/** The same in another form, with what that one fixes. */
export function withForm(typed: TypedTax, form: TaxForm): TypedTax {
  const isUs = form === 'w9'
  return {
    ...typed,
    form,
    taxResidence: isUs ? 'US' : form === 'w8ben' && typed.taxResidence === 'US' ? '' : typed.taxResidence,
    taxIdKind: isUs && typed.taxIdKind === 'foreign' ? 'ssn' : isUs ? typed.taxIdKind : 'foreign',
    hasNoId: !isUs && typed.hasNoId,
    isCertified: false,
  }
}

/** As the server takes it. */
export function profileOf(typed: TypedTax, certification: string): NewTaxProfile {
  const { street, extra, postcode, city, region, country, hasNoId, isCertified: _, ...rest } = typed
  const details = plainTaxDetails({
    ...rest,
    legalName: typed.legalName.trim(),
    address: {
      street: street.trim(),
      extra: extra.trim(),
      postcode: postcode.trim(),
      city: city.trim(),
      region: region.trim(),
      country,
    },
    taxId: hasNoId ? null : typed.taxId.trim(),
    birthDate: typed.birthDate === '' ? null : typed.birthDate,
    birthPlace: typed.birthPlace.trim(),
  })
  return { ...details, certification }
}

/** What is missing or cannot be, by part. */
export function wrongIn(typed: TypedTax, today: string): WrongTax {
  const wrong: WrongTax = {}
  for (const part of ['legalName', 'street', 'city'] as const)
    if (typed[part].trim() === '') wrong[part] = m.shop_address_missing()
  for (const part of ['country', 'taxResidence'] as const)
    if (typed[part] === '') wrong[part] = m.shop_address_country_missing()
  const details = profileOf(typed, '')
  const flaws = taxFlaws(
    {
      ...details,
      address: { extra: '', postcode: '', region: '', ...details.address },
      birthDate: details.birthDate ?? null,
      birthPlace: details.birthPlace ?? '',
      vatId: details.vatId ?? '',
    },
    today,
  )
  const sentences = {
    taxResidence: typed.form === 'w9' ? m.tax_residence_wrong_w9() : m.tax_residence_wrong_w8ben(),
    taxIdKind: m.tax_refused(),
    taxId: typed.taxId.trim() === '' ? m.shop_address_missing() : m.tax_id_wrong(),
    birthDate: m.tax_birth_date_wrong(),
    birthPlace: m.shop_address_missing(),
    vatId: m.tax_vat_wrong(),
  }
  for (const flaw of flaws) wrong[flaw] ??= sentences[flaw]
  if (!typed.isCertified) wrong.isCertified = m.tax_certify_missing()
  return wrong
}

/** The parts that the server did not take. */
export function refusedIn(issues: readonly { path: string }[]): WrongTax {
  return Object.fromEntries(
    issues.map(({ path }) => [path.replace(/^body\.(?:address\.)?/, ''), m.tax_refused()]),
  )
}
