import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button as MantineButton, type ButtonProps as MantineButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './button.module.css'

export interface ButtonLook {
  /** `primary` is the one action of a screen; `gold` is crels, points and celebration. */
  look?: 'primary' | 'gold' | 'soft' | 'ghost' | 'plain' | 'danger'
  /** `m` is 48 px high, `s` 44. */
  size?: 's' | 'm'
  full?: boolean
}

type Shared = ButtonLook &
  Pick<MantineButtonProps, 'leftSection' | 'rightSection' | 'loading' | 'disabled' | 'className'>

function dressed({ look = 'primary', size = 'm', full, className, ...rest }: Shared) {
  return {
    ...rest,
    variant: look,
    fullWidth: full,
    'data-size': size,
    classNames: { root: classes.root, inner: classes.inner, label: classes.label, loader: classes.loader },
    className,
  }
}

/** A pill button. `loading` keeps its width, shows a spinner and blocks a second press. */
export function Button({
  look,
  size,
  full,
  type = 'button',
  ...rest
}: Shared & Omit<ComponentProps<'button'>, keyof Shared>) {
  return <MantineButton type={type} {...dressed({ look, size, full, ...rest })} />
}

/** A link that looks like a button; it goes to a page of ours. */
export function ButtonLink({ look, size, full, ...rest }: Shared & Omit<LinkProps, keyof Shared>) {
  return <MantineButton component={Link} {...dressed({ look, size, full, ...rest })} to={rest.to} />
}

/** A link that looks like a button and leaves the product, or opens a file. */
export function ButtonAnchor({
  look,
  size,
  full,
  ...rest
}: Shared & Omit<ComponentProps<'a'>, keyof Shared>) {
  return <MantineButton component="a" {...dressed({ look, size, full, ...rest })} />
}
