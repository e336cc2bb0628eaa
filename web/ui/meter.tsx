import classes from './meter.module.css'

/** How far along something is, as a bar. `label` names it for screen readers; `text` is the value in words. */
export function Meter({
  value,
  max = 100,
  label,
  text,
  tone = 'green',
}: {
  value: number
  max?: number
  label: string
  text?: string
  tone?: 'green' | 'gold' | 'coral'
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      className={classes.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      data-tone={tone}
    >
      <span className={classes.fill} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  )
}
