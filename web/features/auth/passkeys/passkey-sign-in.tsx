import { m } from '#messages'
import { passkeyActions } from '#web/platform/passkey-actions.ts'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './passkey-sign-in.module.css'

/** Signs in by a passkey of any account; the session and the page decide what opens next. */
export function PasskeySignIn() {
  return (
    <div className={classes.way}>
      <PasskeyButton look="soft" label={m.auth_login_passkey()} onPress={passkeyActions.signIn} />
    </div>
  )
}
