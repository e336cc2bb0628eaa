import { Link, useLocation } from 'react-router'
import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { inboxSearch, useInbox, useRead } from './shared/queries.ts'
import classes from './whats-new.module.css'

const shown = 3

/** The newest unread notifications, on home; nothing where all are read. */
export function WhatsNew() {
  const { search } = useLocation()
  const page = useInbox().data?.pages[0]
  const read = useRead()
  const unread = page?.items.filter(({ readAt }) => readAt === null).slice(0, shown) ?? []
  if (!page || unread.length === 0) return null
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h2>{m.notifications_new()}</h2>
        <Link to={{ search: inboxSearch(search) }} state={{ openedHere: true }} preventScrollReset>
          {m.notifications_see_all({ count: page.unread })}
        </Link>
      </div>
      <ul className={classes.list}>
        {unread.map(({ id, title, path }) => (
          <li key={id}>
            <Link to={path} onClick={() => read.mutate({ ids: [id] })}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
