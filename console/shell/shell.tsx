import { Burger, Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '#console-messages'
import { focusUndo } from '../ui/say-done.tsx'
import { Navigation } from './navigation.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SearchDialog } from './search-dialog.tsx'
import styles from './shell.module.css'

/** What surrounds a screen: the menu on the left, behind a button on phones. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, menu] = useDisclosure(false)
  const { pathname } = useLocation()
  // Where nothing is typed: there it is the field's.
  useHotkeys([['mod+Z', focusUndo]])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- closed by each move
  useEffect(() => menu.close(), [pathname])
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {m.common_skip()}
      </a>
      <header className={styles.top}>
        <Burger size="sm" opened={isOpen} onClick={menu.toggle} aria-label={m.common_menu()} />
        <span className={styles.name}>{m.common_console()}</span>
      </header>
      <Drawer opened={isOpen} onClose={menu.close} size={260} title={m.common_console()}>
        <Navigation />
      </Drawer>
      <aside className={styles.side}>
        <p className={styles.name}>{m.common_console()}</p>
        <Navigation />
      </aside>
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <SearchDialog />
      <ProofDialog />
    </div>
  )
}
