import { useState, type FormEvent } from 'react'
import { renderSVG } from 'uqr'
import { m } from '#messages'
import type { AuthenticatorSetup } from '#contracts/second-factor.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/forms/code-input.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useRefusal } from '../use-refusal.tsx'
import { useConfirmAuthenticator } from './factor-queries.ts'
import formClasses from '../form.module.css'
import classes from './second-factor.module.css'

const codeId = 'authenticator-code'
/** The field here is marked by hand. */
const noForm = { setErrors: () => {}, getInputNode: () => null }

/** The secret for the app, as a QR code and to type; the app is added by a code of it. */
export function AddAuthenticatorDialog({
  setup,
  onClose,
  onAdded,
}: {
  setup: AuthenticatorSetup
  onClose: () => void
  /** With new recovery codes, null where the account has its own. */
  onAdded: (recoveryCodes: string[] | null) => void
}) {
  const confirm = useConfirmAuthenticator()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isExpired, setExpired] = useState(false)
  const refusal = useRefusal(noForm, [])

  async function add(typed: string): Promise<void> {
    if (confirm.isPending || refusal.waitMs > 0) return
    refusal.clear()
    if (typed.length < 6) return refuse(m.security_factor_code_missing())
    try {
      onAdded((await confirm.mutateAsync({ code: typed })).recoveryCodes)
    } catch (failure) {
      if (isRecentLoginWanted(failure)) return
      const refused = failure instanceof ApiProblem ? failure.code : null
      if (refused === 'authenticator_missing') return setExpired(true)
      if (refused !== 'invalid_verification_code') return refusal.refuse(failure)
      setCode('')
      refuse(m.security_factor_code_wrong())
    }
  }

  function refuse(reason: string): void {
    setError(reason)
    document.getElementById(codeId)?.focus()
  }

  const svg = renderSVG(setup.uri, { ecc: 'M', border: 3 })
  const key = setup.secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <Dialog open onClose={onClose} heading={m.security_factor_app_setup()}>
      <form
        className={formClasses.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void add(code)
        }}
      >
        <p>{m.security_factor_app_scan()}</p>
        <img
          className={classes.qr}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={m.security_factor_app_qr()}
          width={200}
          height={200}
        />
        <div className={classes.key}>
          <p className={classes.small}>{m.security_factor_app_key()}</p>
          <p id="authenticator-key" className={classes.secret}>
            {key}
          </p>
          <CopyButton
            text={setup.secret}
            label={m.security_factor_app_key_copy()}
            describedBy="authenticator-key"
          />
        </div>
        {refusal.notice}
        {isExpired && <Notice>{m.security_factor_app_expired()}</Notice>}
        <CodeInput
          id={codeId}
          label={m.security_factor_app_code()}
          value={code}
          onChange={(next) => {
            setCode(next)
            if (next) setError(null)
          }}
          onComplete={(typed) => void add(typed)}
          error={error}
        />
        <p className={classes.small}>{m.security_factor_app_consequence()}</p>
        <Button type="submit" full loading={confirm.isPending} disabled={refusal.waitMs > 0 || isExpired}>
          {refusal.waitMs > 0
            ? m.auth_wait({ time: formatDuration(refusal.waitMs) })
            : m.security_factor_app_confirm()}
        </Button>
      </form>
    </Dialog>
  )
}
