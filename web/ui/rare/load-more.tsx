import { useEffect, useLayoutEffect, useRef } from 'react'
import { m } from '#messages'
import { Button } from '../button.tsx'
import classes from './load-more.module.css'

/** How far before its end a list asks for more. */
const aheadPx = 600

/** After how long it asks again where it is near the end still, and nothing is on its way. */
const againMs = 2_000

interface Texts {
  /** On the button, unless it repeats what failed. */
  label: string
  /** What went wrong, when it did; that the rest did not load, unless it says more. */
  failure?: string
  /** How many there are: when more came and the end is still near, it asks again even where it never looked busy. */
  shown: number
}

/**
 * The end of a list that has more: comes near the screen and asks by itself, with a button for when it does not.
 * After a failure only the button asks, so that nothing loops. Where the last rows take the place of the button that has
 * the focus, it goes to the first of them.
 */
export function LoadMore({
  onMore,
  busy,
  failed,
  label,
  failure = m.common_more_failed(),
  shown,
}: Texts & {
  onMore: () => void
  busy: boolean
  failed: boolean
}) {
  const place = useFocusOnwards(shown)
  return (
    <div ref={place} className={classes.more}>
      {!busy && !failed && <End key={shown} onNear={onMore} />}
      {failed && <p role="alert">{failure}</p>}
      <Button look="soft" onClick={onMore} loading={busy}>
        {failed ? m.common_retry() : label}
      </Button>
    </div>
  )
}

/** What a row of a list is, or the first in it that takes the focus. */
const rows = 'a[href], button, li, tr, article, [role="article"]'

/** Where the last page comes: hands the focus of the button that leaves to what was not there before it. */
function useFocusOnwards(shown: number) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = place.current!
    const list = own.closest('dialog, section, main') ?? document.body
    const known = new Set(list.querySelectorAll(rows))
    return () => {
      if (!own.contains(document.activeElement)) return
      // Once it is gone, and unless another page has taken the focus.
      queueMicrotask(() => {
        if (own.isConnected || document.activeElement !== document.body) return
        const next = [...list.querySelectorAll<HTMLElement>(rows)].find((row) => !known.has(row))
        if (!next) return
        if (next.tabIndex < 0) next.tabIndex = -1
        next.focus()
      })
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is there is read again with each page
  }, [shown])
  return place
}

/** What an endless query is asked for at the end of its list. */
export interface Endless {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

/** The end of the list of an endless query, while there is more of it. */
export function LoadMoreOf({ query, ...texts }: Texts & { query: Endless }) {
  return (
    query.hasNextPage && (
      <LoadMore
        {...texts}
        onMore={() => void query.fetchNextPage()}
        busy={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
      />
    )
  )
}

/**
 * Asks when it comes near the screen, or is near it from the start: another key asks again, and so does a while in which
 * nothing came of it, as where another request took its place.
 */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLSpanElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  useEffect(() => {
    let asking: ReturnType<typeof setInterval> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearInterval(asking)
        if (!entries.at(-1)?.isIntersecting) return
        latest.current()
        asking = setInterval(() => latest.current(), againMs)
      },
      { rootMargin: `${aheadPx}px` },
    )
    observer.observe(end.current!)
    return () => {
      observer.disconnect()
      clearInterval(asking)
    }
  }, [])
  return <span ref={end} className={classes.end} />
}
