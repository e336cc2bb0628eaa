import { createContext, use, useLayoutEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { BackIcon } from './icons.tsx'
import classes from './page.module.css'

/** The page above this one, where phones have a chevron beside the heading; null for a place of the bottom bar. */
export const PageAbove = createContext<string | null>(null)

export interface PageProps {
  /** The document's title, before the product's name. */
  title: string
  /** The visible heading, where it differs from the title. `null`: the page draws its own `h1`. */
  heading?: ReactNode
  /** Beside the heading: one action, a search field or a pill. */
  aside?: ReactNode
  /** Reading and form width instead of the full 1100 px. */
  narrow?: boolean
  /** The title is exactly `title`, without the product's name. */
  exactTitle?: boolean
  children: ReactNode
}

/** The frame of every page: document title, heading, and its parts stacked 14 px apart. */
export function Page({ title, heading, aside, narrow, exactTitle, children }: PageProps) {
  const above = use(PageAbove)
  useTitle(exactTitle ? title : m.pages_with_product({ page: title }))
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      {heading !== null && (
        <div className={classes.head}>
          <div className={classes.title}>
            {above && (
              <Link to={above} className={classes.back} aria-label={m.layout_back()}>
                <BackIcon size={26} />
              </Link>
            )}
            <h1 tabIndex={-1}>{heading ?? title}</h1>
          </div>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </div>
  )
}

/** Sets the document's title while the component is mounted. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}

/** Lets its content reach the edges of the screen on phones, and the top of a page that draws its own heading. */
export function Bleed({ top, children }: { top?: boolean; children: ReactNode }) {
  return (
    <div className={classes.bleed} data-top={top || undefined}>
      {children}
    </div>
  )
}

/** A heading with its content, and at most one link at the heading's end. */
export function Section({
  heading,
  action,
  children,
}: {
  heading: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h2>{heading}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/**
 * Cards side by side as the width allows, at least `min` pixels each. Of `few`, up to three, no third stands in a row
 * alone and no fourth place stays empty.
 */
export function CardGrid({ min = 260, few, children }: { min?: number; few?: boolean; children: ReactNode }) {
  return (
    <div
      className={classes.grid}
      data-few={few || undefined}
      style={{ '--min': `${min}px` } as React.CSSProperties}
    >
      {children}
    </div>
  )
}
