import type { PublicAnalytics } from '#contracts/public-analytics.ts'
import { asksConsent } from '#rules/consent-region.ts'
import type { Config } from '#server/config.ts'
import { hasDevelopmentTools } from '#server/development-tools.ts'
import type { Countries } from '#server/platform/country.ts'

/** Of the question in messages/en/consent.json and the page it leads to: another one is asked anew. */
const consentVersion = 1

/**
 * Answers what a page says of analytics to who asks for it from an address; null where the installation does none. The
 * address decides the country and goes no further. One that is not known counts as a region that asks, except where only
 * a developer's own machine is reached.
 */
export function pageAnalytics(
  config: Config,
  countries: Countries,
): (address: string) => PublicAnalytics | null {
  const { isOn, writeKey, consent } = config.analytics
  if (!isOn) return () => null
  const unknown = !hasDevelopmentTools(config)
  return (address) => ({
    writeKey,
    asks: asksConsent(countries.of(address), { consent, unknown }),
    consentVersion,
  })
}
