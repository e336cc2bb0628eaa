import type { PostalAddress } from '#contracts/orders.schemas.ts'

/** An address as it is typed. */
export type TypedAddress = Record<keyof PostalAddress, string>
export const blankAddress: TypedAddress = {
  name: '',
  street: '',
  extra: '',
  postcode: '',
  city: '',
  region: '',
  country: '',
  phone: '',
}

/** The lines of an address, as they stand on a parcel. */
export function addressLines(typed: TypedAddress, countryName: (code: string) => string): string[] {
  const { name, street, extra, postcode, city, region, country, phone } = typed
  return [name, street, extra, `${postcode} ${city}`, region, country && countryName(country), phone]
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
