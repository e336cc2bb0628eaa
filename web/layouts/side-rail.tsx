import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useSession } from '../platform/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { BookIcon, HelpIcon } from '../ui/icons.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { BellPlace } from './inbox.tsx'
import { currentItem, me, usePlace, type NavigationItem } from './navigation.ts'
import { PaletteButton } from './palette.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './side-rail.module.css'

/** The navigation of wide screens, 240 px at the left. */
export function SideRail({ items }: { items: readonly NavigationItem[] }) {
  const { place, light } = usePlace()
  const current = currentItem(items, place)
  const session = useSession()
  const name = session.user?.displayName || m.layout_me()
  const isWide = useIsWide()
  return (
    <nav className={classes.rail} aria-label={m.layout_main_navigation()}>
      <div className={classes.head}>
        <Link to={paths.home} className={classes.brand} aria-label={m.layout_to_home()}>
          <Wordmark name={m.common_app_name()} />
        </Link>
        <BellPlace />
      </div>
      <div className={classes.items}>
        {items.map((item) => {
          const Icon = item.icon
          return (
            <Link
              key={item.to}
              to={item.to}
              className={classes.item}
              onClick={() => light(item.to)}
              aria-current={item === current ? 'page' : undefined}
            >
              <Icon size={22} />
              {item.label()}
            </Link>
          )
        })}
      </div>
      <div className={classes.foot}>
        {isWide && session.state === 'signed-in' && (
          <div className={classes.member}>
            <Link
              to={paths.profile}
              className={classes.item}
              aria-current={currentItem([me], place) ? 'page' : undefined}
            >
              <Avatar name={name} url={session.user?.photoURL} size={30} />
              <bdi className={classes.name}>{name}</bdi>
              <span className="visually-hidden"> ({m.layout_my_profile()})</span>
            </Link>
            <PaletteButton />
          </div>
        )}
        <Link to={paths.docs} className={classes.small}>
          <BookIcon size={18} />
          {m.layout_docs()}
        </Link>
        <Link to={paths.help} className={classes.small}>
          <HelpIcon size={18} />
          {m.layout_help()}
        </Link>
        <SchemeSwitch />
      </div>
    </nav>
  )
}

const wide = '(min-width: 62em)'

/** Whether the rail is seen. On phones a member's name and photo are not in the page twice. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
    () => false,
  )
}
