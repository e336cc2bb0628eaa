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

/** The same as a ring, with something in its middle. */
export function ProgressRing({
  value,
  max = 100,
  label,
  text,
  size = 64,
  children,
}: {
  value: number
  max?: number
  label: string
  text?: string
  size?: number
  children?: React.ReactNode
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      className={classes.ring}
      style={{ width: size, height: size }}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
        <circle className={classes.track} cx="20" cy="20" r="17" />
        <circle
          className={classes.arc}
          cx="20"
          cy="20"
          r="17"
          pathLength={100}
          strokeDasharray={`${share * 100} 100`}
          data-empty={share === 0 || undefined}
        />
      </svg>
      <span className={classes.middle}>{children}</span>
    </div>
  )
}
