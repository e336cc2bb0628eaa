import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './button.module.css'

export interface ButtonLook {
  /**
   * The one action of a screen is `gold` where it pays the member, else `primary` (decision 076); `ghost` is for coloured
   * grounds.
   */
  look?: 'primary' | 'gold' | 'soft' | 'ghost' | 'plain' | 'danger'
  /** `m` is 48 px high, `s` 44. */
  size?: 's' | 'm'
  /** As wide as its container. */
  full?: boolean
  /** An icon before the label. */
  icon?: ReactNode
}

/**
 * A pill button. `loading` keeps its width, shows a spinner, says so to screen readers and blocks a second press
 * without losing the focus. Our own and not the UI library's: it is in the first load, and 7 KB smaller.
 */
export function Button({
  look,
  size,
  full,
  icon,
  loading = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonLook & { loading?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type={type}
      {...rest}
      {...dressed({ look, size, full }, className)}
      data-loading={loading || undefined}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      <Inside icon={icon}>{children}</Inside>
      {loading && <span className={classes.spinner} />}
    </button>
  )
}

/** A link that looks like a button; it goes to a page of ours. */
export function ButtonLink({ look, size, full, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} {...dressed({ look, size, full }, className)}>
      <Inside icon={icon}>{children}</Inside>
    </Link>
  )
}

/** A link that looks like a button and leaves the product, or opens a file. */
export function ButtonAnchor({
  look,
  size,
  full,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} {...dressed({ look, size, full }, className)}>
      <Inside icon={icon}>{children}</Inside>
    </a>
  )
}

function Inside({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.inside}>
      {icon}
      {children}
    </span>
  )
}

function dressed({ look = 'primary', size = 'm', full }: ButtonLook, className: string | undefined) {
  return {
    className: [classes.button, className].filter(Boolean).join(' '),
    'data-look': look,
    'data-size': size,
    'data-full': full || undefined,
  }
}
