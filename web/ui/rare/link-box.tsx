import { useId, type ReactNode } from 'react'
import { CopyButton } from '../copy-button.tsx'
import classes from './link-box.module.css'

/** A link to hand on: its address to be seen, the button that copies it, and what else can be done with it. */
export function LinkBox({
  url,
  copy,
  look = 'gold',
  size,
  onCopied,
  children,
  ...marks
}: {
  url: string
  /** What the button that copies says. */
  copy: string
  look?: 'gold' | 'soft'
  size?: 's' | 'm'
  onCopied?: () => void
  /** Buttons beside it. */
  children?: ReactNode
  'data-tracking-link'?: true
}) {
  const id = useId()
  return (
    <div className={classes.link}>
      <p {...marks} id={id} className={classes.url}>
        {url.replace(/^https?:\/\//, '')}
      </p>
      <div className={classes.buttons}>
        <CopyButton
          text={url}
          label={copy}
          look={look}
          size={size}
          describedBy={id}
          onCopied={onCopied}
          full
        />
        {children}
      </div>
    </div>
  )
}
