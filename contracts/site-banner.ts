/** The `<meta>` in which a page carries the banner that is shown on it, now or later, as JSON. */
export const siteBannerMeta = 'site-banner'

/** The banner above every page, in the language of the page. */
export interface SiteBanner {
  /** Another one when anything of it is changed: who has put one away sees the next. */
  id: number
  text: string
  /** A page of ours that it leads to; null without one. */
  path: string | null
  /** Shown from then, and until before; null without an end. */
  startsAt: string
  endsAt: string | null
}
