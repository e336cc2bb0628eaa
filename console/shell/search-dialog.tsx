import { Modal, TextInput } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { m } from '#console-messages'
import { LoadingState } from '../ui/states.tsx'
import { onOpenSearch } from './open-search.ts'
import styles from './search-dialog.module.css'
import { useTypedAhead } from './typed-ahead.ts'

const load = async () => await import('./search.tsx')
const Search = lazy(load)

/** ⌘K: goes to a screen, or to what has a number, an address or a name. */
export function SearchDialog() {
  const [isOpen, dialog] = useDisclosure(false)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // What was found, once it can be walked through: true where the key did something.
  const found = useRef<(key: string) => boolean>(null)
  const listId = useId()
  // What the arrows are on, by its id; null where nothing is found.
  const [active, setActive] = useState<string | null>(null)
  useHotkeys([['mod+K', dialog.open]], [])
  useEffect(() => onOpenSearch(dialog.open), [dialog])
  // There when it is asked for, and no part of the first load: that has the field alone.
  useEffect(() => void load().catch(() => {}), [])
  useTypedAhead(isOpen, field, setText)
  const close = () => {
    dialog.close()
    setText('')
  }
  return (
    <Modal opened={isOpen} onClose={close} title={m.shell_search()} size="lg">
      <TextInput
        ref={field}
        data-autofocus
        value={text}
        className={styles.field}
        role="combobox"
        aria-label={m.shell_search()}
        aria-expanded={active !== null}
        aria-controls={active === null ? undefined : listId}
        aria-autocomplete="list"
        aria-activedescendant={active ?? undefined}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (found.current?.(event.key)) event.preventDefault()
        }}
      />
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <Search ref={found} text={text} listId={listId} onActive={setActive} onDone={close} />
        </Suspense>
      )}
    </Modal>
  )
}
