import { Link } from 'react-router'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { setConsent } from '../platform/product-analytics/consent.ts'
import { Button } from '../ui/button.tsx'
import classes from './consent.module.css'

/** Asks once, with two buttons of the same weight; then says what was chosen, to screen readers. */
export function ConsentBanner({ asks }: { asks: boolean }) {
  const choose = (granted: boolean): void => {
    setConsent(granted)
    // The buttons go: the focus goes on to the page, as after a move to it.
    const next = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
    if (next && !next.hasAttribute('tabindex')) next.tabIndex = -1
    next?.focus({ preventScroll: true })
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {asks ? '' : m.consent_saved()}
      </p>
      {asks && (
        <section className={classes.banner} aria-labelledby="consent-heading">
          <div className={classes.text}>
            <h2 id="consent-heading">{m.consent_heading()}</h2>
            <p>
              {m.consent_text()} <Link to={paths.doc('cookies')}>{m.consent_more()}</Link>
            </p>
          </div>
          <div className={classes.actions}>
            <Button look="soft" size="s" onClick={() => choose(false)}>
              {m.consent_decline()}
            </Button>
            <Button look="soft" size="s" onClick={() => choose(true)}>
              {m.consent_allow()}
            </Button>
          </div>
        </section>
      )}
    </>
  )
}
