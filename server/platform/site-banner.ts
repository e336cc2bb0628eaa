import { defaultLanguage, type Language } from '#contracts/languages.ts'
import type { SiteBanner } from '#contracts/site-banner.ts'

/** The banner of the site as it is stored, in all of its languages. */
export interface StoredBanner {
  id: number
  texts: Partial<Record<Language, string>>
  path: string | null
  startsAt: Date
  endsAt: Date | null
}

/** Where the banner in force comes from, and the time by which it is shown. */
interface BannerSource {
  banner(): StoredBanner | null
  now(): Date
}

const none: BannerSource = { banner: () => null, now: () => new Date() }
let source = none

/** From now on the site's banner is what `from` says; without it there is none. */
export function takeSiteBannerFrom(from: BannerSource = none): void {
  source = from
}

/** The banner that a page carries in a language: shown now or later; null where it is over or off. */
export function siteBannerIn(language: Language): SiteBanner | null {
  const banner = source.banner()
  if (banner === null || (banner.endsAt !== null && banner.endsAt <= source.now())) return null
  return {
    id: banner.id,
    text: banner.texts[language] ?? banner.texts[defaultLanguage]!,
    path: banner.path,
    startsAt: banner.startsAt.toISOString(),
    endsAt: banner.endsAt?.toISOString() ?? null,
  }
}
