import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { Button, type ButtonLook } from './button.tsx'
import { CopyIcon } from './control-icons.tsx'
import { CheckIcon } from './icons.tsx'
import classes from './copy-button.module.css'

const shownMs = 2000

/** Copies `text`; the label becomes "Copied ✓" for two seconds and is announced. */
export function CopyButton({
  text,
  label = m.common_copy(),
  onCopied,
  look = 'soft',
  size = 's',
  full,
  isNarrow,
  describedBy,
  takesFocus,
}: {
  text: string
  label?: string
  onCopied?: () => void
  /** On phones its sign alone is seen. */
  isNarrow?: boolean
  /** Id of what is copied, for screen readers where a list has several buttons. */
  describedBy?: string
  /** The first thing to do in the dialog around it. */
  takesFocus?: boolean
} & ButtonLook) {
  const [outcome, copy] = useCopy()
  const copied = outcome === 'copied'
  return (
    <>
      <Button
        look={look}
        size={size}
        full={full}
        icon={copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        onClick={() => void copy(text).then((done) => done && onCopied?.())}
        className={isNarrow ? classes.narrow : undefined}
        aria-describedby={describedBy}
        data-autofocus={takesFocus || undefined}
      >
        <span>{copied ? m.common_copied() : label}</span>
      </Button>
      <span className={outcome === 'failed' ? classes.failed : 'visually-hidden'} role="status">
        {outcome === 'copied' ? m.common_copied() : outcome === 'failed' ? m.common_copy_failed() : ''}
      </span>
    </>
  )
}

/** What became of copying, for as long as it is shown, and how to copy. */
export function useCopy(): [outcome: 'copied' | 'failed' | null, copy: (text: string) => Promise<boolean>] {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string): Promise<boolean> {
    const done = await writeClipboard(text)
    setOutcome(done ? 'copied' : 'failed')
    clearTimeout(timer.current)
    // A failure stays: it asks for something to be done by hand.
    if (done) timer.current = setTimeout(() => setOutcome(null), shownMs)
    return done
  }
  return [outcome, copy]
}

/** The clipboard exists only on secure origins; elsewhere a selected field is copied the old way. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    // The selected field took the focus; it returns to the button for keyboard users.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    return done
  }
}
