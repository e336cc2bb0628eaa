import { Modal } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { m } from '#console-messages'
import { LoadingState } from '../ui/states.tsx'
import { onOpenSearch } from './open-search.ts'

const load = async () => await import('./search.tsx')
const Search = lazy(load)

/** ⌘K: goes to a screen, or to what has a number, an address or a name. */
export function SearchDialog() {
  const [isOpen, dialog] = useDisclosure(false)
  useHotkeys([['mod+K', dialog.open]], [])
  useEffect(() => onOpenSearch(dialog.open), [dialog])
  // There when it is asked for, and no part of the first load.
  useEffect(() => void load().catch(() => {}), [])
  return (
    <Modal opened={isOpen} onClose={dialog.close} title={m.shell_search()} size="lg">
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <Search onDone={dialog.close} />
        </Suspense>
      )}
    </Modal>
  )
}
