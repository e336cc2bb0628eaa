import { m } from '#messages'
import { useCopy } from '#web/ui/copy-button.tsx'
import { CheckIcon, LinkIcon } from '#web/ui/icons.tsx'
import classes from './heading-link.module.css'

/** Beside a heading: leads to it, and copies its address. */
export function HeadingLink({ id }: { id: string }) {
  const [outcome, copy] = useCopy()
  const isCopied = outcome === 'copied'
  return (
    <>
      <a
        href={`#${id}`}
        className={classes.link}
        data-copied={isCopied || undefined}
        aria-label={m.docs_copy_link()}
        aria-describedby={id}
        onClick={() => void copy(`${location.origin}${location.pathname}#${id}`)}
      >
        {isCopied ? <CheckIcon size={18} /> : <LinkIcon size={18} />}
      </a>
      <span className="visually-hidden" role="status">
        {isCopied ? m.docs_link_copied() : ''}
      </span>
    </>
  )
}
