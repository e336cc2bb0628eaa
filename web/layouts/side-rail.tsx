import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { BookIcon, HelpIcon } from '../ui/icons.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { BellPlace } from './inbox.tsx'
import { currentItem, usePlace, type NavigationItem } from './navigation.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './side-rail.module.css'

/** The navigation of wide screens, 240 px at the left. */
export function SideRail({ items }: { items: readonly NavigationItem[] }) {
  const current = currentItem(items, usePlace())
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
              aria-current={item === current ? 'page' : undefined}
            >
              <Icon size={22} />
              {item.label()}
            </Link>
          )
        })}
      </div>
      <div className={classes.foot}>
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
