import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { m } from '#messages'
import { Page } from './page.tsx'
import classes from './skeleton.module.css'

/** Shows its children only when waiting lasts: nothing flashes for answers within `ms`. */
export function Delayed({ ms = 150, children }: { ms?: number; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return shown ? children : null
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

/** Skeleton content in place of a part that loads: appears after 150 ms and says "Loading" to screen readers. */
export function Loading({ label = m.common_loading(), children }: { label?: string; children: ReactNode }) {
  return (
    <Delayed>
      <div className={classes.loading} role="status">
        <span className="visually-hidden">{label}</span>
        {children}
      </div>
    </Delayed>
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
