import { m } from '#messages'
import { Notice } from '#web/ui/common/notice.tsx'
import { DisabledNotice } from './disabled-notice.tsx'

/** On the sign-in screen: why a provider refused, by `?refused=`; nothing for an unknown value. */
export function SocialRefusedNotice({ refused }: { refused: string | null }) {
  switch (refused) {
    case 'cancelled':
      return (
        <Notice tone="gold" isNews>
          {m.auth_social_cancelled()}
        </Notice>
      )
    case 'expired':
      return (
        <Notice tone="gold" isNews>
          {m.auth_social_expired()}
        </Notice>
      )
    case 'unavailable':
      return <Notice>{m.auth_social_unavailable()}</Notice>
    case 'failed':
      return <Notice>{m.auth_social_failed()}</Notice>
    case 'email_missing':
      return <Notice>{m.auth_social_email_missing()}</Notice>
    case 'email_refused':
      return <Notice>{m.auth_social_email_refused()}</Notice>
    case 'sign_up_paused':
      return (
        <Notice tone="gold" isNews>
          {m.problems_sign_up_paused()}
        </Notice>
      )
    case 'other_account':
      return (
        <Notice tone="gold" isNews>
          {m.auth_social_other_account()}
        </Notice>
      )
    case 'not_asked':
      return (
        <Notice tone="gold" isNews>
          {m.auth_social_not_asked()}
        </Notice>
      )
    case 'account_exists':
      return (
        <Notice tone="gold" isNews>
          {m.auth_social_account_exists()}
        </Notice>
      )
    case 'user_deleted':
      return (
        <Notice tone="gold" isNews>
          {m.auth_ended_deleted()}
        </Notice>
      )
    case 'user_disabled':
      return <DisabledNotice />
    default:
      return null
  }
}
