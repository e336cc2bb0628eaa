import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Wordmark } from '#web/ui/mark.tsx'
import { useTitle } from '#web/ui/page.tsx'
import classes from './stage.module.css'

/**
 * The frame of screens without a layout (layout `none`: sign-in, sign-up): the mark, one heading, one form. On wide
 * screens an emerald panel with `aside` is beside it.
 */
export function Stage({
  title,
  heading,
  intro,
  aside,
  foot,
  children,
}: {
  title: string
  heading?: ReactNode
  intro?: ReactNode
  /** Words on the panel: one large line and a few small ones. */
  aside?: ReactNode
  /** Under the form: the way to the other screen of the family. */
  foot?: ReactNode
  children: ReactNode
}) {
  useTitle(m.pages_with_product({ page: title }))
  return (
    <div className={classes.stage}>
      <div className={classes.column}>
        <Link to={paths.home} className={classes.brand} aria-label={m.layout_to_home()}>
          <Wordmark size={40} name={m.common_app_name()} />
        </Link>
        <div className={classes.content}>
          <div className={classes.text}>
            <h1 tabIndex={-1}>{heading ?? title}</h1>
            {intro && <p className={classes.intro}>{intro}</p>}
          </div>
          {children}
          {foot && <p className={classes.foot}>{foot}</p>}
        </div>
      </div>
      <aside className={classes.panel}>
        <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
          <path d="M20.6 10.2a8 8 0 1 0 0 11.6" />
          <circle cx="22.4" cy="16" r="2.9" />
        </svg>
        <div className={classes.pitch}>{aside}</div>
      </aside>
    </div>
  )
}
