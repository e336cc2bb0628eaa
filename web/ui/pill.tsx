import type { ComponentProps, ReactNode } from 'react'
import classes from './pill.module.css'

/** A small fact in a pill. `gold` is crels and points, `coral` urgent or live, `plain` quiet, `danger` refused. */
export function Pill({
  tone = 'green',
  icon,
  children,
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: 'green' | 'gold' | 'coral' | 'plain' | 'danger'; icon?: ReactNode }) {
  return (
    <span className={[classes.pill, className].filter(Boolean).join(' ')} data-tone={tone} {...rest}>
      {icon}
      {children}
    </span>
  )
}
