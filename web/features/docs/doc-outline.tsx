import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import classes from './doc-outline.module.css'

export interface OutlineEntry {
  id: string
  heading: string
}

/** The headings of a page, folded above its text where there is no room beside it. */
export function FoldedOutline({ entries }: { entries: OutlineEntry[] }) {
  if (entries.length < 2) return null
  return (
    <details className={classes.fold}>
      <summary>{m.docs_on_this_page()}</summary>
      <nav aria-label={m.docs_on_this_page()}>
        <Headings entries={entries} />
      </nav>
    </details>
  )
}

/** The headings of a page beside it, with the one that is being read. */
export function SideOutline({ entries }: { entries: OutlineEntry[] }) {
  const current = useCurrent(entries)
  if (entries.length < 2) return null
  return (
    <nav className={classes.side} aria-label={m.docs_on_this_page()}>
      <p className={classes.label}>{m.docs_on_this_page()}</p>
      <Headings entries={entries} current={current} />
    </nav>
  )
}

function Headings({ entries, current }: { entries: OutlineEntry[]; current?: string }) {
  return (
    <ul className={classes.list}>
      {entries.map(({ id, heading }) => (
        <li key={id}>
          <Link to={`#${id}`} className={classes.link} aria-current={current === id ? 'location' : undefined}>
            {heading}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The heading whose section is being read: the last one above the upper third of the window. */
function useCurrent(entries: OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const headings = entries.map(({ id }) => document.getElementById(id)).filter((found) => found !== null)
    const look = () => {
      const read = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
      setCurrent(read?.id)
    }
    look()
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px -66% 0px' })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [entries])
  return current
}
