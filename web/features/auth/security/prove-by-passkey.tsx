import { m } from '#messages'
import { passkeyActions } from '#web/platform/passkey-actions.ts'
import { secondFactorActions } from '#web/platform/second-factor-actions.ts'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { useSecondFactors } from './factor-queries.ts'
import classes from '../form.module.css'

/** A passkey in place of the password, for a member who has one: it proves that they are there, and a second factor. */
export function ProveByPasskey({ onProved }: { onProved: () => void }) {
  const { data } = useSecondFactors()
  if (!data || data.passkeys.length === 0 || !hasPasskeys()) return null
  return (
    <div className={classes.form}>
      <p className={classes.or}>{m.auth_login_or()}</p>
      <PasskeyButton
        look="soft"
        label={m.security_passkey_use()}
        onPress={async () => {
          await secondFactorActions.proveSecondFactor({ passkey: await passkeyActions.answerProof() })
          onProved()
        }}
      />
    </div>
  )
}
