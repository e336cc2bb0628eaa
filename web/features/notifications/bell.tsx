import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '#messages'
import { followPush } from '#web/platform/push-consent.ts'
import { icon } from '#web/ui/icon.tsx'
import { inboxSearch, useInbox } from './shared/queries.ts'
import classes from './bell.module.css'

const BellIcon = icon(<path d="M6 15.5V10a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20h4" />)

/** Leads to the inbox, and says how many are unread; nothing while that is not known. */
export function Bell() {
  const { search, hash } = useLocation()
  const unread = useInbox().data?.pages[0]?.unread ?? 0
  useEffect(() => void followPush().catch(() => {}), [])
  return (
    <Link
      to={{ search: inboxSearch(search), hash }}
      state={{ openedHere: true }}
      preventScrollReset
      className={classes.bell}
      aria-haspopup="dialog"
      aria-label={unread > 0 ? m.notifications_bell_unread({ count: unread }) : m.notifications_bell()}
    >
      <BellIcon size={24} />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
