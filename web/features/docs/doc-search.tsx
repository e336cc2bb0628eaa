import { lazy, useEffect, useState } from 'react'
import { m } from '#messages'
import { SearchIcon } from '#web/ui/control-icons.tsx'
import { Part } from '#web/ui/part.tsx'
import classes from './doc-search.module.css'

const SearchDialog = lazy(async () => await import('./search-dialog.tsx'))

/** Opens the search of the documentation, which loads with its first use; `/` opens it from anywhere. */
export function DocSearch() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as Element).closest('input, textarea, select, dialog')) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={m.docs_search_heading()}
        aria-keyshortcuts="/"
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon size={18} />
        <span>{m.docs_search()}</span>
        <kbd>/</kbd>
      </button>
      <Part>{isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}</Part>
    </>
  )
}
