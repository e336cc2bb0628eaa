import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { onShownBanner, putBannerAway, shownBanner } from '../platform/site-banner.ts'
import { CrossIcon } from '../ui/icons.tsx'
import classes from './banner.module.css'

// A page that is written for everybody has none: it comes after the first render.
const none = () => null

/** What the operator says to everybody, above the page, from and until a moment and until it is put away. */
export function BannerPlace() {
  const banner = useSyncExternalStore(onShownBanner, shownBanner, none)
  if (!banner) return null
  return (
    <section className={classes.place} aria-label={m.layout_banner()}>
      <div className={classes.banner}>
        <p>
          {banner.text} {banner.path !== null && <Link to={banner.path}>{m.layout_banner_more()}</Link>}
        </p>
        <button
          type="button"
          className={classes.away}
          aria-label={m.layout_banner_away()}
          onClick={() => putBannerAway(banner)}
        >
          <CrossIcon size={20} />
        </button>
      </div>
    </section>
  )
}
