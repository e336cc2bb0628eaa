import { lazy, Suspense } from 'react'
import { m } from '#messages'
import { Notice } from '#web/ui/common/notice.tsx'
import { DisabledNotice } from './disabled-notice.tsx'
import { keptWaysIn } from './reset/kept-ways-in.ts'

const RemainingWaysIn = lazy(async () => ({
  default: (await import('./reset/remaining-ways-in.tsx')).RemainingWaysIn,
}))

/** On the sign-in screen: why the session ended, as the session says when it leads here. */
export function SessionEndedNotice({ reason }: { reason: string | undefined }) {
  switch (reason) {
    case 'signed_out':
      return (
        <Notice tone="green" isNews>
          {m.auth_ended_signed_out()}
        </Notice>
      )
    case 'password_reset':
      return (
        <>
          <Notice tone="green" isNews>
            {m.auth_ended_password_reset()}
          </Notice>
          {keptWaysIn().length > 0 && (
            <Suspense fallback={null}>
              <RemainingWaysIn waysIn={keptWaysIn()} />
            </Suspense>
          )}
        </>
      )
    case 'email_recovered':
      return (
        <Notice tone="gold" isNews>
          {m.auth_ended_recovered()}
        </Notice>
      )
    case 'session_ended':
    case 'user_token_expired':
      return (
        <Notice tone="gold" isNews>
          {m.auth_ended_session()}
        </Notice>
      )
    case 'user_disabled':
      return <DisabledNotice />
    default:
      return null
  }
}
