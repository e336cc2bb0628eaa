import { m } from '#messages'
import { passkeyActions } from '#web/platform/passkey-actions.ts'
import { secondFactorActions } from '#web/platform/second-factor-actions.ts'
import { FactorForm, type FactorWays } from '../second-factor/factor-form.tsx'
import { useSecondFactors } from './factor-queries.ts'
import classes from '../form.module.css'

/** A second factor, for what asks for one; what was interrupted then goes on. */
export function ProveByFactor({ onProved }: { onProved: () => void }) {
  const { data, isError } = useSecondFactors()
  if (!data && !isError) return null
  const ways: FactorWays = [
    ...(data && data.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(!data || data.authenticator ? (['authenticator'] as const) : []),
    'recovery_code',
  ]
  return (
    <div className={classes.form}>
      <p>{m.security_factor_proof_hint()}</p>
      <FactorForm
        ways={ways}
        submit={m.security_factor_proof_submit()}
        askPasskey={passkeyActions.answerProof}
        onProof={async (proof) => {
          await secondFactorActions.proveSecondFactor(proof)
          onProved()
        }}
      />
    </div>
  )
}
