import { Link } from 'react-router'
import { m } from '#messages'
import { barItems, currentItem, usePlace } from './navigation.ts'
import classes from './bottom-bar.module.css'

/** The bar at the thumb on phones: Home, Campaigns, Points (a raised coin), Links, Me. */
export function BottomBar() {
  const { place, light } = usePlace()
  const current = currentItem(barItems, place)
  return (
    <nav className={classes.bar} aria-label={m.layout_bottom_navigation()}>
      {barItems.map((item, index) => {
        const Icon = item.icon
        const raised = index === 2
        return (
          <Link
            key={item.to}
            to={item.to}
            className={classes.item}
            onClick={() => light(item.to)}
            data-raised={raised || undefined}
            aria-current={item === current ? 'page' : undefined}
          >
            <span className={classes.icon}>
              <Icon size={24} />
            </span>
            <span className={classes.label}>{item.label()}</span>
          </Link>
        )
      })}
    </nav>
  )
}
