import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { m } from '#messages'
import { useInterrupted } from '#web/platform/interrupted.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { EmailAddress, TextWithAddress } from '#web/ui/common/email-address.tsx'
import { PendingAddress } from './pending-address.tsx'
import { useAccountSecurity } from './queries.ts'
import { SecurityEvents } from './security-events.tsx'
import { SessionsCard } from './sessions-card.tsx'
import classes from './security.module.css'

const ChangeEmailDialog = lazy(async () => ({
  default: (await import('./change-email-dialog.tsx')).ChangeEmailDialog,
}))
const LinkedAccounts = lazy(async () => ({
  default: (await import('./linked-accounts.tsx')).LinkedAccounts,
}))
const SecondFactorCard = lazy(async () => ({
  default: (await import('./second-factor-card.tsx')).SecondFactorCard,
}))
const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

type Opened = 'email' | 'password'

/** Who can get into the account: its address, its password, where it is signed in, and what happened lately. */
export function SecuritySection() {
  const { user } = useSession()
  const security = useAccountSecurity()
  const [opened, setOpened] = useState<Opened | null>(null)
  // Kept once they were there: a dialog that goes before it is closed takes the focus with it.
  const [known, setKnown] = useState<ReadonlySet<Opened>>(new Set())
  const [done, setDone] = useState<ReactNode>(null)
  const [resumed, setResumed] = useState<string | null>(null)
  const changeEmail = useRef<HTMLButtonElement>(null)
  const card = useRef<HTMLDivElement>(null)
  // How often something was done whose button is gone: the same one may be linked again.
  const [timesGone, setTimesGone] = useState(0)
  useFocusNext(changeEmail, timesGone, card)
  useInterrupted('change-email', (email) => open('email', email))
  useInterrupted('choose-password', () => open('password', ''))
  if (!user) return null

  function open(dialog: Opened, left: string | null = null): void {
    setDone(null)
    setResumed(left)
    setKnown(new Set([...known, dialog]))
    setOpened(dialog)
  }

  return (
    <Section heading={m.security_heading()}>
      {done && (
        <Notice key={timesGone} tone="green" isNews>
          {done}
        </Notice>
      )}
      <Card ref={card} className={classes.card}>
        <div className={classes.line}>
          <div className={classes.text}>
            <h3>{m.security_email()}</h3>
            <p className={classes.address}>
              <EmailAddress address={user.email} />
            </p>
          </div>
          <Button
            ref={changeEmail}
            look="soft"
            size="s"
            aria-label={m.security_email_change()}
            onClick={() => open('email')}
          >
            {m.security_change()}
          </Button>
        </div>
        {security.data?.pendingEmail && (
          <PendingAddress
            key={security.data.pendingEmail}
            current={user.email}
            pending={security.data.pendingEmail}
            onKept={() => {
              setDone(withAddress(m.security_pending_kept, user.email))
              setTimesGone((times) => times + 1)
            }}
          />
        )}
        {security.data && (
          <div className={classes.line}>
            <div className={classes.text}>
              <h3>{m.security_password()}</h3>
              <p>{security.data.hasPassword ? m.security_password_set() : m.security_password_none()}</p>
            </div>
            <Button
              look="soft"
              size="s"
              aria-label={
                security.data.hasPassword ? m.security_password_change() : m.security_password_choose()
              }
              onClick={() => open('password')}
            >
              {security.data.hasPassword ? m.security_change() : m.security_choose()}
            </Button>
          </div>
        )}
        {security.data && security.data.linked.length > 0 && (
          <Suspense fallback={null}>
            <LinkedAccounts
              linked={security.data.linked}
              onAsked={() => setDone(null)}
              onUnlinked={(provider) => {
                setDone(m.security_unlink_done({ provider }))
                setTimesGone((times) => times + 1)
              }}
            />
          </Suspense>
        )}
      </Card>
      {security.isPending && (
        <Loading>
          <CardSkeleton lines={1} />
        </Loading>
      )}
      {security.isError && !security.data && (
        <ErrorState
          {...problemOf(security.error)}
          onRetry={() => void security.refetch()}
          retrying={security.isFetching}
        />
      )}
      {publicIdentity.provider === 'embedded' && (
        <Suspense
          fallback={
            <Loading>
              <CardSkeleton lines={2} />
            </Loading>
          }
        >
          <SecondFactorCard />
        </Suspense>
      )}
      {publicIdentity.provider !== 'firebase' && <SessionsCard />}
      {security.data && security.data.events.length > 0 && <SecurityEvents events={security.data.events} />}
      <Suspense fallback={null}>
        {known.has('email') && (
          <ChangeEmailDialog
            open={opened === 'email'}
            resumed={resumed}
            onClose={(sentTo) => {
              setOpened(null)
              setDone(sentTo && withAddress(m.security_email_sent, sentTo))
            }}
          />
        )}
        {known.has('password') && security.data && (
          <ChangePasswordDialog
            open={opened === 'password'}
            hasPassword={security.data.hasPassword}
            isResumed={resumed !== null}
            onClose={(changed) => {
              setOpened(null)
              setDone(changed ? m.security_password_done() : null)
            }}
          />
        )}
      </Suspense>
    </Section>
  )
}

function withAddress(label: (inputs: { address: string }) => string, address: string): ReactNode {
  return <TextWithAddress text={label({ address })} address={address} />
}
