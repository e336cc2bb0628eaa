import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { m } from '#messages'
import { Page } from './page.tsx'
import classes from './skeleton.module.css'

/** Nothing flashes for answers that are there before that. */
const appearsAfterMs = 150

/** Shows its children only when waiting lasts, and takes no room before that. */
export function Delayed({ children }: { children: ReactNode }) {
  return useAfter(appearsAfterMs) ? children : null
}

function useAfter(ms: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}

/** One grey shape where content will be; the sizes are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = 18,
  radius = 9,
}: {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  radius?: number
}) {
  return (
    <span className={classes.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
  )
}

/** As many lines of skeleton as `widths`, each as high as a line of the text that comes. */
export function TextSkeleton({ widths }: { widths: CSSProperties['width'][] }) {
  return widths.map((width, line) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
    <span key={line} className={classes.line}>
      <Skeleton width={width} height="0.75lh" />
    </span>
  ))
}

/**
 * Skeleton content in place of a part that loads: takes its room at once, so that nothing below moves when it is
 * seen, appears after 150 ms and says "Loading" to screen readers.
 */
export function Loading({ label = m.common_loading(), children }: { label?: string; children: ReactNode }) {
  const isLong = useAfter(appearsAfterMs)
  return (
    <div className={classes.loading} role="status" data-hidden={!isLong || undefined}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  )
}

/**
 * Content below a part whose size is not known yet: it loads meanwhile, and is seen from `when` on, in the place where
 * it stays. Home had moved by 1.4 (cumulative layout shift, phone) while its parts came one after the other.
 */
export function Following({
  when,
  className,
  children,
}: {
  when: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div className={[classes.following, className].filter(Boolean).join(' ')} data-early={!when || undefined}>
      {children}
    </div>
  )
}

/** A card's worth of skeleton: a heading and `lines` lines. */
export function CardSkeleton({ lines = 2, art = false }: { lines?: number; art?: boolean }) {
  return (
    <div className={classes.card} aria-hidden="true">
      {art && <Skeleton height={150} radius={18} />}
      <Skeleton width="62%" height={22} />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '44%' : '88%'} height={14} />
      ))}
    </div>
  )
}

/** A whole page while it is not yet known who is looking. */
export function PageSkeleton({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Loading>
        <CardSkeleton lines={3} />
        <CardSkeleton />
      </Loading>
    </Page>
  )
}
