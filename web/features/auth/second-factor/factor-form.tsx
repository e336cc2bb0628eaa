import { useState, type FormEvent } from 'react'
import { m } from '#messages'
import type { FactorProof, SecondStep } from '#contracts/second-factor.schemas.ts'
import type { PasskeyAssertion } from '#contracts/passkey-shapes.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/forms/code-input.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { useRefusal } from '../use-refusal.tsx'
import classes from '../form.module.css'
import linkClasses from '../verify.module.css'

/** How an account proves a second factor. */
export type FactorWays = NonNullable<SecondStep['pending']>['ways']

const fieldId = 'second-factor'
/** The fields here are marked by hand. */
const noForm = { setErrors: () => {}, getInputNode: () => null }

/** A passkey, a code of the authenticator app, or a recovery code. `onProof` throws what refuses it. */
export function FactorForm({
  ways,
  submit,
  askPasskey,
  onProof,
}: {
  ways: FactorWays
  submit: string
  /** A passkey's answer to what the server asks here. */
  askPasskey: () => Promise<PasskeyAssertion>
  onProof: (proof: FactorProof) => Promise<void>
}) {
  const hasApp = ways.includes('authenticator')
  const hasPasskey = ways.includes('passkey') && hasPasskeys()
  const hasCodes = ways.includes('recovery_code')
  const [isRecovery, setRecovery] = useState(!hasApp)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const refusal = useRefusal(noForm, [])

  async function prove(text: string): Promise<void> {
    if (isBusy || refusal.waitMs > 0) return
    refusal.clear()
    if (isRecovery ? text.trim() === '' : text.length < 6)
      return refuse(isRecovery ? m.security_factor_recovery_missing() : m.security_factor_code_missing())
    setBusy(true)
    try {
      await onProof(isRecovery ? { recoveryCode: text.trim() } : { code: text })
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.code === 'invalid_verification_code') {
        if (!isRecovery) setTyped('')
        refuse(isRecovery ? m.security_factor_recovery_wrong() : m.security_factor_code_wrong())
      } else refusal.refuse(failure)
    } finally {
      setBusy(false)
    }
  }

  function refuse(reason: string): void {
    setError(reason)
    document.getElementById(fieldId)?.focus()
  }

  function change(text: string): void {
    setTyped(text)
    if (text) setError(null)
  }

  function turn(): void {
    setRecovery(!isRecovery)
    setTyped('')
    setError(null)
    refusal.clear()
    // Of the other field, once it is there.
    setTimeout(() => document.getElementById(fieldId)?.focus())
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void prove(typed)
      }}
    >
      {hasPasskey && (
        <>
          <PasskeyButton
            label={m.security_passkey_use()}
            first
            onPress={async () => await onProof({ passkey: await askPasskey() })}
          />
          <p className={classes.or}>{m.auth_login_or()}</p>
        </>
      )}
      {refusal.notice}
      {isRecovery ? (
        <TextField
          id={fieldId}
          label={m.security_factor_recovery()}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          error={error}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          data-autofocus={!hasPasskey || undefined}
        />
      ) : (
        <CodeInput
          id={fieldId}
          label={m.security_factor_code()}
          value={typed}
          onChange={change}
          onComplete={(code) => void prove(code)}
          error={error}
        />
      )}
      <Button
        type="submit"
        look={hasPasskey ? 'soft' : undefined}
        full
        loading={isBusy}
        disabled={refusal.waitMs > 0}
      >
        {refusal.waitMs > 0 ? m.auth_wait({ time: formatDuration(refusal.waitMs) }) : submit}
      </Button>
      {hasApp && hasCodes && (
        <p className={classes.foot}>
          <LinkedSentence
            text={isRecovery ? m.security_factor_use_code() : m.security_factor_use_recovery()}
            links={[
              (linkText) => (
                <button type="button" className={linkClasses.link} onClick={turn}>
                  {linkText}
                </button>
              ),
            ]}
          />
        </p>
      )}
    </form>
  )
}
