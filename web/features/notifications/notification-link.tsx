import { Link } from 'react-router'
import { m } from '#messages'
import type { Notification } from '#contracts/notifications.schemas.ts'
import { formatRelative } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import classes from './notification-link.module.css'

/** One notification, which opens what it is about. */
export function NotificationLink({
  notification: { title, body, path, createdAt, readAt },
  onOpen,
}: {
  notification: Notification
  onOpen: () => void
}) {
  return (
    <Link to={path} className={classes.link} data-unread={readAt === null || undefined} onClick={onOpen}>
      <span className={classes.dot}>
        {readAt === null && <span className="visually-hidden">{m.notifications_is_unread()}</span>}
      </span>
      <span className={classes.text}>
        <b>{title}</b>
        {body && <span className={classes.body}>{body}</span>}
        <time dateTime={createdAt} className={classes.time}>
          {formatRelative(createdAt, useNow())}
        </time>
      </span>
    </Link>
  )
}
