import type { ComponentProps } from 'react'
import classes from './card.module.css'

/** A white card on paper. `tone` gold is for what deserves a look now, `flat` for a list inside a page. */
export function Card({
  tone = 'plain',
  pad = true,
  className,
  ...rest
}: ComponentProps<'div'> & { tone?: 'plain' | 'gold' | 'danger'; pad?: boolean }) {
  return (
    <div
      className={[classes.card, className].filter(Boolean).join(' ')}
      data-tone={tone}
      data-pad={pad || undefined}
      {...rest}
    />
  )
}

/** Rows divided by hairlines, each with something at either end. */
export function Rows({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul className={[classes.rows, className].filter(Boolean).join(' ')} {...rest} />
}

/** One of `Rows`. */
export function Row({ className, ...rest }: ComponentProps<'li'>) {
  return <li className={[classes.row, className].filter(Boolean).join(' ')} {...rest} />
}
