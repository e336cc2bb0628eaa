import type { ReactNode } from 'react'
import { m } from '#messages'
import { CheckIcon, CrossIcon } from '#web/ui/icons.tsx'
import classes from './checklist.module.css'

/** A list of conditions, each met ✓ or not ✗; `open` is one that is neither yet. */
export function Checklist({
  label,
  dense,
  children,
}: {
  label?: string
  dense?: boolean
  children: ReactNode
}) {
  return (
    <ul className={classes.list} aria-label={label} data-dense={dense || undefined}>
      {children}
    </ul>
  )
}

/** One condition; `fix` is the way to meet it, at the end of the line. */
export function ChecklistItem({
  state,
  fix,
  children,
}: {
  state: 'met' | 'missing' | 'open'
  fix?: ReactNode
  children: ReactNode
}) {
  return (
    <li className={classes.item}>
      <span className={classes.mark} data-state={state}>
        {state === 'met' ? (
          <CheckIcon size={14} />
        ) : state === 'missing' ? (
          <CrossIcon size={14} />
        ) : (
          <i className={classes.dot} />
        )}
      </span>
      <span className="visually-hidden">{stateText(state)}: </span>
      <span className={classes.text}>{children}</span>
      {state !== 'met' && fix && <span className={classes.fix}>{fix}</span>}
    </li>
  )
}

function stateText(state: 'met' | 'missing' | 'open'): string {
  if (state === 'met') return m.common_done()
  return state === 'missing' ? m.common_missing() : m.common_not_yet()
}
