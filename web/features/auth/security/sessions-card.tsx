import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconDeviceTablet from '@tabler/icons-react/dist/esm/icons/IconDeviceTablet.mjs'
import { useRef, useState } from 'react'
import { m } from '#messages'
import type { Session } from '#contracts/sessions.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { countryName } from '#web/ui/country-name.ts'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatRelative } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useNow } from '#web/ui/use-now.ts'
import { formFailure } from '../form-failure.ts'
import { useEndSessions, useSessions } from './queries.ts'
import classes from './security.module.css'

/** What is about to be signed out: one device, or all the others. */
type Leaving = Session | 'others'

/** Where the account is signed in, and the way to end it there. */
export function SessionsCard() {
  const sessions = useSessions()
  const end = useEndSessions()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone with its row.
  useFocusNext(heading, done, card)

  if (sessions.isPending)
    return (
      <Loading>
        <CardSkeleton lines={3} />
      </Loading>
    )
  if (!sessions.data)
    return (
      <ErrorState
        heading={m.security_sessions_failed()}
        {...problemOf(sessions.error)}
        onRetry={() => void sessions.refetch()}
        retrying={sessions.isFetching}
      />
    )

  function ask(what: Leaving): void {
    setDone(null)
    end.reset()
    setLeaving(what)
  }

  async function signOut(): Promise<void> {
    if (leaving === null) return
    try {
      await end.mutateAsync(leaving === 'others' ? null : leaving.id)
      setDone(
        leaving === 'others'
          ? m.security_sessions_others_done()
          : m.security_session_done({ device: deviceName(leaving) }),
      )
      setLeaving(null)
    } catch {
      // Said in the dialog, which stays.
    }
  }

  return (
    <Card ref={card} className={classes.card}>
      <h3 ref={heading} tabIndex={-1}>
        {m.security_sessions()}
      </h3>
      {done && (
        <Notice tone="green" isNews>
          {done}
        </Notice>
      )}
      <Rows>
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} onSignOut={() => ask(session)} />
        ))}
      </Rows>
      {sessions.data.length > 1 && (
        <Button look="soft" full onClick={() => ask('others')}>
          {m.security_sessions_end_others()}
        </Button>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        heading={
          leaving === 'others' || leaving === null
            ? m.security_sessions_others_heading()
            : m.security_session_heading({ device: deviceName(leaving) })
        }
        confirm={m.security_session_end()}
        onConfirm={() => void signOut()}
        busy={end.isPending}
        danger
      >
        <p>{m.security_session_hint()}</p>
        {end.isError && <Notice>{formFailure(end.error, []).notice?.text}</Notice>}
      </ConfirmDialog>
    </Card>
  )
}

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  other: IconDeviceDesktop,
} as const

function SessionRow({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  const now = useNow()
  const Icon = icons[session.kind]
  const device = deviceName(session)
  return (
    <Row className={classes.session}>
      <span className={classes.device} aria-hidden="true">
        <Icon size={22} />
      </span>
      <div className={classes.text}>
        <p className={classes.name}>{device}</p>
        <p className={classes.small}>{whereAndWhen(session, now)}</p>
      </div>
      {session.isCurrent ? (
        <Pill>{m.security_session_current()}</Pill>
      ) : (
        <Button look="plain" size="s" aria-label={m.security_session_end_of({ device })} onClick={onSignOut}>
          {m.security_session_end()}
        </Button>
      )}
    </Row>
  )
}

function deviceName({ browser, system }: Session): string {
  if (browser && system) return m.security_device({ browser, system })
  return browser ?? system ?? m.security_device_unknown()
}

function whereAndWhen({ country, lastSeenAt, createdAt, isCurrent }: Session, now: Date): string {
  const when = isCurrent
    ? m.security_session_since({ time: formatRelative(createdAt, now) })
    : m.security_session_last({ time: formatRelative(lastSeenAt, now) })
  return country ? m.security_session_place({ country: countryName(country), when }) : when
}
