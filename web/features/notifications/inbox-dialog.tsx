import { Link, useLocation, useNavigate } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Notification } from '#contracts/notifications.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { daysUntil, formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { Loading, TextSkeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { byDay } from './by-day.ts'
import { NotificationLink } from './notification-link.tsx'
import { useInbox, useRead } from './shared/queries.ts'
import classes from './inbox-dialog.module.css'

/** The inbox, over the page it was opened on (`?inbox`); Back closes it. */
export default function InboxDialog() {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const close = () => {
    if ((state as { openedHere?: true } | null)?.openedHere) return void navigate(-1)
    const params = new URLSearchParams(search)
    params.delete('inbox')
    void navigate({ search: params.toString(), hash }, { replace: true, preventScrollReset: true })
  }
  return (
    <Dialog open onClose={close} heading={m.notifications_heading()}>
      <Inbox />
      <Link className={classes.choices} to={`${paths.profileInfo}#notifications`}>
        {m.notifications_to_choices()}
      </Link>
    </Dialog>
  )
}

function Inbox() {
  const inbox = useInbox()
  const read = useRead()
  return (
    <Loaded
      query={inbox}
      heading={m.notifications_failed()}
      saysStale
      waiting={
        <Loading>
          <TextSkeleton widths={['70%', '90%', '60%', '85%', '75%', '90%']} />
        </Loading>
      }
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        const newest = items[0]
        if (!newest)
          return <EmptyState heading={m.notifications_empty()} hint={m.notifications_empty_hint()} />
        return (
          <>
            {pages[0]!.unread > 0 && (
              <div className={classes.top}>
                <span>{m.notifications_unread({ count: pages[0]!.unread })}</span>
                <Button
                  look="soft"
                  size="s"
                  loading={read.isPending}
                  onClick={() => read.mutate({ upTo: newest.id })}
                >
                  {m.notifications_read_all()}
                </Button>
              </div>
            )}
            {read.isError && <Notice>{problemOf(read.error).detail ?? m.notifications_read_failed()}</Notice>}
            <Days items={items} onOpen={({ id, readAt }) => readAt === null && read.mutate({ ids: [id] })} />
            <LoadMoreOf query={inbox} shown={items.length} label={m.notifications_more()} />
          </>
        )
      }}
    </Loaded>
  )
}

function Days({ items, onOpen }: { items: Notification[]; onOpen: (opened: Notification) => void }) {
  const now = useNow()
  return byDay(items).map(({ start, items: ofDay }) => (
    <section key={start.getTime()} className={classes.day}>
      <h3>{dayName(start, now)}</h3>
      <ul className={classes.list}>
        {ofDay.map((item) => (
          <li key={item.id}>
            <NotificationLink notification={item} onOpen={() => onOpen(item)} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function dayName(start: Date, now: Date): string {
  const days = daysUntil(start, now)
  if (days >= 0) return m.notifications_today()
  return days === -1 ? m.notifications_yesterday() : formatDate(start, now)
}
