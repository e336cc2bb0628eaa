import { useEffect, useId, useRef, useState } from 'react'
import { icon } from '../icon.tsx'
import classes from './more-menu.module.css'

const DotsIcon = icon(
  <>
    <path d="M5 12h.01" />
    <path d="M12 12h.01" />
    <path d="M19 12h.01" />
  </>,
)

/** What is done rarely, behind three dots: a button that opens a short list. Escape and a press elsewhere close it. */
export function MoreMenu({
  label,
  items,
}: {
  /** What it has more of, for screen readers. */
  label: string
  items: readonly { label: string; onSelect: () => void }[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const onElsewhere = ({ target }: Event) => {
      if (!whole.current?.contains(target as Node)) setIsOpen(false)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])

  return (
    <div ref={whole} className={classes.menu}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <DotsIcon />
      </button>
      <ul id={id} className={classes.list} hidden={!isOpen}>
        {items.map((item) => (
          <li key={item.label}>
            <button
              type="button"
              className={classes.item}
              onClick={() => {
                setIsOpen(false)
                // What opens gives the focus back to where it was: the list is gone by then.
                toggle.current?.focus()
                item.onSelect()
              }}
            >
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
