import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { proveOperator, startOperatorProof } from '#contracts/operator-account.endpoints.ts'
import { call } from '../platform/api.ts'
import { answerByPasskey, hasPasskeys } from '../platform/passkeys.ts'
import { settleProof } from '../platform/proof.ts'
import { updateMe } from '../platform/session.ts'
import { ApiProblem } from '../platform/api-problem.ts'
import { sentenceOf } from '../ui/failure.ts'

/** A passkey, or a code of the app. */
export default function Proof() {
  const [code, setCode] = useState('')
  const prove = useMutation({
    mutationFn: async (by: 'passkey' | 'code') =>
      await call(proveOperator, {
        body: by === 'code' ? { code } : { passkey: await answerByPasskey(await call(startOperatorProof)) },
      }),
    onSuccess: (me) => {
      updateMe(me)
      settleProof(true)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        prove.mutate('code')
      }}
    >
      <Stack gap="sm">
        <p>{m.sign_in_proof_lead()}</p>
        {prove.isError && (
          <Alert color="red" role="alert">
            {prove.error instanceof ApiProblem
              ? sentenceOf(prove.error).sentence
              : m.sign_in_passkey_cancelled()}
          </Alert>
        )}
        {hasPasskeys && (
          <Button
            loading={prove.isPending}
            onClick={() => prove.mutate('passkey')}
            data-autofocus
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is loaded after the dialog has looked for what to focus
            autoFocus
          >
            {m.sign_in_proof_passkey()}
          </Button>
        )}
        <TextInput
          label={m.sign_in_code_app()}
          data-autofocus={!hasPasskeys || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is loaded after the dialog has looked for what to focus
          autoFocus={!hasPasskeys}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" disabled={!/^\d{6}$/.test(code)} loading={prove.isPending}>
          {m.sign_in_proof_code()}
        </Button>
      </Stack>
    </form>
  )
}
