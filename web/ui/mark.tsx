import classes from './mark.module.css'

/** The mark: the C of a coin, its gap filled by the click that earns it. Decorative unless it has a label. */
export function Mark({ size = 34, label }: { size?: number; label?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect className={classes.tile} width="32" height="32" rx="10" />
      <path className={classes.c} d="M20.6 10.2a8 8 0 1 0 0 11.6" />
      <circle className={classes.click} cx="22.4" cy="16" r="2.9" />
    </svg>
  )
}

/** The mark with the name beside it, as used in headers. */
export function Wordmark({ size = 34, name }: { size?: number; name: string }) {
  return (
    <span className={classes.wordmark}>
      <Mark size={size} />
      <span className={classes.name}>{name}</span>
    </span>
  )
}
