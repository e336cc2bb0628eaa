import { formatNumber } from '#web/ui/common/format.ts'
import classes from './big-number.module.css'

/**
 * A number that matters: its digits roll to a new value. `null`, a value that is not known (it failed to load),
 * shows a dash and never 0. Screen readers hear the plain value.
 */
export function BigNumber({
  value,
  format = formatNumber,
  unknown = '–',
  size,
}: {
  value: number | null | undefined
  format?: (value: number) => string
  unknown?: string
  /** Font size, a CSS length; 54 px by default. */
  size?: string
}) {
  const text = value === null || value === undefined ? unknown : format(value)
  const signs = [...text]
  return (
    <span className={classes.number} style={{ fontSize: size ?? fitting(signs.length) }}>
      <span className="visually-hidden">{text}</span>
      <span className={classes.signs} aria-hidden="true">
        {signs.map((sign, index) => (
          // Counted from the right, a digit keeps its place when the number grows.
          // oxlint-disable-next-line react/no-array-index-key -- the place is the identity
          <Sign key={signs.length - index} sign={sign} />
        ))}
      </span>
    </span>
  )
}

/** More than nine signs are set smaller, so that a phone shows them all. */
function fitting(signs: number): string | undefined {
  return signs > 9 ? `${(3.375 * 9) / signs}rem` : undefined
}

function Sign({ sign }: { sign: string }) {
  if (/\s/.test(sign)) return <span className={classes.space} />
  if (!/\d/.test(sign)) return <span className={classes.plain}>{sign}</span>
  return (
    <span className={classes.digit}>
      <span className={classes.strip} style={{ translate: `0 ${-10 * Number(sign)}%` }} />
    </span>
  )
}
