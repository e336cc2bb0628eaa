import { m } from '#messages'
import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatDateTime } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import classes from './security.module.css'

type Event = AccountSecurity['events'][number]

const labels: Record<Event['kind'], () => string> = {
  email_changed: m.security_event_email_changed,
  email_recovered: m.security_event_email_recovered,
  address_proved: m.security_event_address_proved,
  password_changed: m.security_event_password_changed,
  password_reset: m.security_event_password_reset,
  disabled: m.security_event_disabled,
  enabled: m.security_event_enabled,
  signed_out: m.security_event_signed_out,
  social_linked: m.security_event_social_linked,
  social_unlinked: m.security_event_social_unlinked,
  session_reused: m.security_event_session_reused,
  authenticator_added: m.security_event_authenticator_added,
  authenticator_removed: m.security_event_authenticator_removed,
  passkey_added: m.security_event_passkey_added,
  passkey_removed: m.security_event_passkey_removed,
  recovery_codes_made: m.security_event_recovery_codes_made,
  recovery_code_used: m.security_event_recovery_code_used,
  second_factors_removed: m.security_event_second_factors_removed,
}

const shown = 5

/** The latest security events of the account, so that a member notices those of an intruder. */
export function SecurityEvents({ events }: { events: readonly Event[] }) {
  const now = useNow()
  return (
    <Card className={classes.card}>
      <h3>{m.security_events()}</h3>
      <Rows>
        {events.slice(0, shown).map(({ kind, at }) => (
          <Row key={`${kind} ${at}`}>
            <span>{labels[kind]()}</span>
            <time className={classes.small} dateTime={at}>
              {formatDateTime(at, now)}
            </time>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}
