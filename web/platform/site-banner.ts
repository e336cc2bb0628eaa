import { getSiteBanner } from '#contracts/banner.endpoints.ts'
import { siteBannerMeta, type SiteBanner } from '#contracts/site-banner.ts'
import { timeNow } from '../ui/common/clock.ts'
import { language } from '../ui/language.ts'
import { call } from './api.ts'

/** In this browser's storage: the banner that its reader has put away. */
const key = 'crels:banner-away'

/** A page that has stood open for so long asks whether there is another banner. */
const askedAfterMs = 5 * 60_000

/** The longest that a browser's timer waits is 24.8 days. */
const timerMsMax = 2 ** 31 - 1

/** The banner that the page came with. */
function carriedBanner(): SiteBanner | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name=${siteBannerMeta}]`)?.content
  return said ? (JSON.parse(said) as SiteBanner) : null
}

/** Whether a banner is shown now: within its dates by the server's clock, and not put away in this browser. */
export function isBannerShown({ id, startsAt, endsAt }: SiteBanner): boolean {
  const now = timeNow().getTime()
  return now >= Date.parse(startsAt) && (endsAt === null || now < Date.parse(endsAt)) && away() !== id
}

/** Puts a banner away in this browser: without storage, until the page is left. */
export function putBannerAway({ id }: SiteBanner): void {
  putAway = id
  try {
    localStorage.setItem(key, String(id))
  } catch {
    // Kept above.
  }
  for (const listener of awayListeners) listener()
}

const awayListeners = new Set<() => void>()

let putAway: number | null = null

function away(): number | null {
  try {
    return Number(localStorage.getItem(key)) || putAway
  } catch {
    return putAway
  }
}

/** Calls `look` when a banner begins and when it ends; answers how to stop. */
export function atBannerDates({ startsAt, endsAt }: SiteBanner, look: () => void): () => void {
  const now = timeNow().getTime()
  const timers = [startsAt, endsAt]
    .map((time) => (time === null ? Number.NaN : Date.parse(time) - now))
    .filter((waitMs) => waitMs > 0 && waitMs <= timerMsMax)
    .map((waitMs) => setTimeout(look, waitMs))
  return () => timers.forEach(clearTimeout)
}

let known: SiteBanner | null | undefined

/** The banner that is shown now; null where none is. */
export function shownBanner(): SiteBanner | null {
  if (known === undefined) known = carriedBanner()
  return known !== null && isBannerShown(known) ? known : null
}

/**
 * Hears when another banner is shown, or none: at its dates, when it is put away, and when a page that stands open is
 * looked at after a while and there is another one. Answers how to stop.
 */
export function onShownBanner(listener: () => void): () => void {
  const nothing = () => {}
  let stopDates = nothing
  const follow = () => {
    stopDates()
    stopDates = known ? atBannerDates(known, listener) : nothing
  }
  let asked = performance.now()
  const take = ({ banner }: { banner: SiteBanner | null }) => {
    known = banner
    follow()
    listener()
  }
  const ask = () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < askedAfterMs) return
    asked = performance.now()
    // Without an answer the banner stays as it is.
    call(getSiteBanner, { query: { language } }).then(take, nothing)
  }
  follow()
  const timer = setInterval(ask, askedAfterMs)
  document.addEventListener('visibilitychange', ask)
  awayListeners.add(listener)
  return () => {
    stopDates()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
    awayListeners.delete(listener)
  }
}
