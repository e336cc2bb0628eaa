import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes, type ConsoleScreen } from '#contracts/console-routes.ts'
import { changeColourScheme, useColourScheme } from '../platform/colour-scheme.ts'
import { homeQuery, queueScreens } from '../platform/home-query.ts'
import { signOut, useMay, useMe } from '../platform/session.ts'
import type { ScreenGroup } from '../screen-row.ts'
import { screens } from '../screens.ts'
import { commandK } from '../ui/command-key.ts'
import { sentenceOf } from '../ui/failure.ts'
import { formatNumber } from '../ui/format.ts'
import styles from './navigation.module.css'
import { openSearch } from './open-search.ts'

const groups: { group: ScreenGroup | null; heading?: () => string }[] = [
  { group: null },
  { group: 'queues', heading: m.shell_group_queues },
  { group: 'inboxes', heading: m.shell_group_inboxes },
  { group: 'money', heading: m.shell_group_money },
  { group: 'company', heading: m.shell_group_company },
]

/** The menu: what the operator may see, with how much waits, and below it who they are. */
export function Navigation() {
  const may = useMay()
  const shown = (Object.keys(screens) as ConsoleScreen[]).filter((screen) => {
    const { group, permission } = screens[screen]
    return group !== undefined && (permission === undefined || may(permission))
  })
  return (
    <nav className={styles.navigation} aria-label={m.shell_navigation()}>
      {groups.map(({ group, heading }) => {
        const rows = shown.filter((screen) => screens[screen].group === group)
        if (rows.length === 0) return null
        return (
          <div key={group ?? ''} className={styles.group}>
            {heading && <p className={styles.heading}>{heading()}</p>}
            {rows.map((screen) => (
              <MenuLink key={screen} screen={screen} />
            ))}
          </div>
        )
      })}
      <Foot />
    </nav>
  )
}

function MenuLink({ screen }: { screen: ConsoleScreen }) {
  const { data: count = 0 } = useQuery({
    ...homeQuery,
    select: ({ queues }) =>
      queues
        .filter(({ queue }) => queueScreens[queue].screen === screen)
        .reduce((sum, queue) => sum + queue.count, 0),
  })
  return (
    <NavLink
      to={`/${consoleRoutes[screen]}`}
      end={screen === 'home'}
      className={({ isActive }) => `${styles.link} ${isActive ? styles.active : ''}`}
    >
      {screens[screen].title()}
      {count > 0 && (
        <span className={styles.count}>
          <span aria-hidden>{formatNumber(count)}</span>
          <span className={styles.hidden}>{m.shell_waiting({ count })}</span>
        </span>
      )}
    </NavLink>
  )
}

function Foot() {
  const { operator } = useMe()
  const scheme = useColourScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <div className={styles.foot}>
      <UnstyledButton className={styles.link} onClick={openSearch}>
        {m.shell_search()} <kbd>{commandK}</kbd>
      </UnstyledButton>
      <UnstyledButton
        className={styles.link}
        aria-label={other === 'dark' ? m.shell_to_dark() : m.shell_to_light()}
        onClick={() => changeColourScheme(other)}
      >
        {other === 'dark' ? m.shell_dark() : m.shell_light()}
      </UnstyledButton>
      <NavLink
        to={`/${consoleRoutes.account}`}
        className={({ isActive }) => `${styles.link} ${isActive ? styles.active : ''}`}
      >
        <span className={styles.who}>
          <bdi>{operator.name}</bdi>
          <span className={styles.role}>{operator.role}</span>
        </span>
      </NavLink>
      <UnstyledButton className={styles.link} onClick={() => void signOut().catch(saySignedIn)}>
        {m.shell_sign_out()}
      </UnstyledButton>
    </div>
  )
}

/** Who leaves the desk has to know that the session goes on. */
function saySignedIn(error: unknown): void {
  notifications.show({
    color: 'red',
    message: m.shell_sign_out_failed({ why: sentenceOf(error).sentence }),
    autoClose: false,
  })
}
