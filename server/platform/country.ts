import { createRequire } from 'node:module'
import { open, type CountryResponse } from 'maxmind'

/** Finds the country of a network address. */
export interface Countries {
  /** ISO 3166-1 alpha-2, or null for a private, reserved, unknown or unreadable address. */
  of(address: string): string | null
}

/** Opens the table that comes with the packages (public domain, 8 MB in memory); nothing is downloaded. */
export async function openCountries(): Promise<Countries> {
  const { resolve } = createRequire(import.meta.url)
  const file = resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  // Its rows are flatter than the reader's own types know.
  const table = await open<CountryResponse>(file)
  return {
    of: (address) => {
      const row = table.get(address.replace(/^::ffff:/i, '')) as { country_code?: string } | null
      return row?.country_code ?? null
    },
  }
}
