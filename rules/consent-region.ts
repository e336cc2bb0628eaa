/**
 * Countries whose law wants a visitor's consent before the use of an app is counted (ISO 3166-1 alpha-2): the European
 * Economic Area with the territories it reaches to (ePrivacy Directive, GDPR), the United Kingdom and its islands (PECR),
 * Switzerland (FADP), Brazil (LGPD).
 */
const askingCountries = new Set(
  [
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO',
    'AX GF GP MF MQ RE YT',
    'GB GG IM JE GI',
    'CH BR',
  ].flatMap((countries) => countries.split(' ')),
)

/** Whether a visitor from a country is asked before anything is sent; null is one that is not known. */
export function asksConsent(
  country: string | null,
  { consent, unknown }: { consent: 'region' | 'always' | 'never'; unknown: boolean },
): boolean {
  if (consent !== 'region') return consent === 'always'
  return country === null ? unknown : askingCountries.has(country)
}
