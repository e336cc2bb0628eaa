import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { writeClipboard } from '#web/ui/copy-button.tsx'
import { CheckIcon, LinkIcon } from '#web/ui/icons.tsx'
import classes from './heading-link.module.css'

const shownMs = 2000

/** Beside a heading: leads to it, and copies its address. */
export function HeadingLink({ id }: { id: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(): Promise<void> {
    const { origin, pathname } = location
    if (!(await writeClipboard(`${origin}${pathname}#${id}`))) return
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), shownMs)
  }
  return (
    <>
      <a
        href={`#${id}`}
        className={classes.link}
        data-copied={isCopied || undefined}
        aria-label={m.docs_copy_link()}
        aria-describedby={id}
        onClick={() => void copy()}
      >
        {isCopied ? <CheckIcon size={18} /> : <LinkIcon size={18} />}
      </a>
      <span className="visually-hidden" role="status">
        {isCopied ? m.docs_link_copied() : ''}
      </span>
    </>
  )
}
