import type { Logger } from 'pino'
import { nameSite } from '#messages'
import { defaultSiteName } from '#contracts/site-name.ts'
import type { Db } from '#server/platform/database.ts'
import type { Listener } from '#server/platform/listener.ts'
import type { Clock } from '#server/platform/clock.ts'
import { takeSiteBannerFrom } from '#server/platform/site-banner.ts'
import { takeSiteLogoFrom } from '#server/platform/site-logo.ts'
import { defaultSiteZone, takeSiteZoneFrom } from '#server/platform/site-zone.ts'
import { bannerInForce } from './site-banner.ts'
import { siteValues, type SiteValueName } from './site-values.ts'

/** What an operator has said of the site, in this process's memory. */
export interface Site {
  values(): Partial<Record<SiteValueName, string>>
  /** Reads them again. What fails is logged, and leaves what was known. */
  reload(): Promise<void>
  close(): void
}

/**
 * Reads what the site says of itself, and again each time it is changed. Every text that names the site says the name in
 * force.
 */
export async function followSite({
  db,
  listener,
  log,
  clock,
  readFile,
}: {
  db: Db
  /** By which a banner is shown. */
  clock: Clock
  listener: Pick<Listener, 'on'>
  log: Logger
  /** The bytes of a stored file, for the logo. */
  readFile: (key: string) => Promise<Uint8Array>
}): Promise<Site> {
  const read = async () => await Promise.all([siteValues(db), bannerInForce(db)])
  let [values, banner] = await read()
  nameSite(() => values['site.name'] ?? defaultSiteName)
  takeSiteBannerFrom({ banner: () => banner, now: () => clock.now() })
  takeSiteZoneFrom(() => values['site.zone'] ?? defaultSiteZone)
  takeSiteLogoFrom({ key: () => values['site.logo'] ?? null, read: readFile })
  let reading = Promise.resolve()
  // One after the other: an answer never replaces a later one.
  const reload = async () => await (reading = readAfter(reading))
  const readAfter = async (before: Promise<void>) => {
    await before
    try {
      ;[values, banner] = await read()
    } catch (error) {
      log.error({ err: error }, 'values of the site')
    }
  }
  listener.on(
    'site',
    () => void reload(),
    () => void reload(),
  )
  const close = () => {
    nameSite(() => defaultSiteName)
    takeSiteBannerFrom()
    takeSiteLogoFrom()
    takeSiteZoneFrom()
  }
  return { values: () => values, reload, close }
}
