import { Modal, TextInput } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes, type ConsoleScreen } from '#contracts/console-routes.ts'
import { useMay } from '../platform/session.ts'
import { screens } from '../screens.tsx'
import { onOpenSearch } from './open-search.ts'
import styles from './search-dialog.module.css'

/** ⌘K: goes to a screen, or to what has a number, an address or a name. */
export function SearchDialog() {
  const [isOpen, dialog] = useDisclosure(false)
  useHotkeys([['mod+K', dialog.open]], [])
  useEffect(() => onOpenSearch(dialog.open), [dialog])
  return (
    <Modal opened={isOpen} onClose={dialog.close} title={m.shell_search()} size="lg">
      {isOpen && <Search onDone={dialog.close} />}
    </Modal>
  )
}

function Search({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const navigate = useNavigate()
  const found = useScreens(text)
  const go = (to: string) => {
    onDone()
    void navigate(to)
  }
  return (
    <>
      <TextInput
        data-autofocus
        value={text}
        aria-label={m.shell_search()}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive((at) => Math.min(at + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setActive((at) => Math.max(at - 1, 0))
          else if (event.key === 'Enter' && found[active]) go(found[active].to)
          else return
          event.preventDefault()
        }}
      />
      <ul className={styles.found}>
        {found.map(({ to, name }, index) => (
          <li key={to}>
            <button
              type="button"
              className={styles.row}
              data-active={index === active || undefined}
              onClick={() => go(to)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function useScreens(text: string): { to: string; name: string }[] {
  const may = useMay()
  const words = text.trim().toLowerCase()
  return (Object.keys(screens) as ConsoleScreen[])
    .filter((screen) => {
      const { group, permission } = screens[screen]
      return group !== undefined && (!permission || may(permission))
    })
    .map((screen) => ({ to: `/${consoleRoutes[screen]}`, name: screens[screen].title() }))
    .filter(({ name }) => name.toLowerCase().includes(words))
}
