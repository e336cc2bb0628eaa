import classes from './sparkline.module.css'

/** How a number went, as a small area without axes; `label` says it in words. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 1)
  const step = 100 / Math.max(values.length - 1, 1)
  const points = values.map((value, index) => `${index * step},${38 - (value / most) * 36}`)
  const line = points.length === 1 ? `${points[0]} 100,${points[0]!.split(',')[1]}` : points.join(' ')
  return (
    <svg
      className={classes.sparkline}
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon className={classes.area} points={`0,40 ${line} 100,40`} />
      <polyline className={classes.line} points={line} />
    </svg>
  )
}
