import { m } from '#console-messages'
import { DigitsInput } from './digits-input.tsx'
import { QrCode } from './qr-code.tsx'
import styles from './authenticator-setup.module.css'

/** The secret of an authenticator app, as a picture and as text, and a field for the first code of it. */
export function AuthenticatorSetup({
  secret,
  uri,
  code,
  onCode,
}: {
  secret: string
  uri: string
  code: string
  onCode: (code: string) => void
}) {
  return (
    <>
      <p className={styles.text}>{m.sign_in_scan()}</p>
      <QrCode text={uri} label={m.sign_in_qr()} className={styles.qr} />
      <p className={styles.text}>
        {m.sign_in_key()} <code className={styles.key}>{secret}</code>
      </p>
      <DigitsInput label={m.sign_in_code_app()} value={code} onChange={onCode} isFirst />
    </>
  )
}
