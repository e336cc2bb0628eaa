import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import {
  acceptByAuthenticator,
  acceptByPasskey,
  readOperatorInvitation,
  startInvitedAuthenticator,
  startInvitedPasskey,
} from '#contracts/operator-session.endpoints.ts'
import type { OperatorSignedIn } from '#contracts/operator-session.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ApiProblem, isProblem } from '#console/platform/api-problem.ts'
import { hasPasskeys, makePasskey } from '#console/platform/passkeys.ts'
import { beginSession } from '#console/platform/session.ts'
import { AuthenticatorSetup } from '#console/ui/authenticator-setup.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { sentenceOf } from '#console/ui/failure.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { SignInStage } from './sign-in-stage.tsx'
import styles from './sign-in.module.css'

/** An invitation by mail: what stands behind its `#` never reaches a log. */
export default function Invitation() {
  const [token] = useState(() => location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => await call(readOperatorInvitation, { body: { token } }),
    staleTime: Infinity,
  })
  if (invitation.isPending) return <LoadingState />
  if (isProblem(invitation.error, 'invalid_action_code', 'expired_action_code', 'validation_failed'))
    return (
      <SignInStage title={m.sign_in_invitation_bad()} lead={m.sign_in_invitation_bad_detail()}>
        {null}
      </SignInStage>
    )
  if (invitation.isError)
    return <FailureState error={invitation.error} onRetry={() => void invitation.refetch()} />
  const { name, role, replacesFactors } = invitation.data
  return (
    <SignInStage title={m.sign_in_invitation_title({ name })} lead={m.sign_in_invitation_lead({ role })}>
      {replacesFactors && <Alert color="yellow">{m.sign_in_invitation_replaces()}</Alert>}
      <Ways token={token} />
    </SignInStage>
  )
}

function Ways({ token }: { token: string }) {
  const signedIn = useSignedIn()
  const passkey = useMutation({
    mutationFn: async () =>
      await call(acceptByPasskey, {
        body: { token, passkey: await makePasskey(await call(startInvitedPasskey, { body: { token } })) },
      }),
    onSuccess: signedIn,
  })
  const app = useMutation({
    mutationFn: async () => await call(startInvitedAuthenticator, { body: { token } }),
  })
  if (app.isSuccess) return <SetUpApp token={token} {...app.data} />
  const failure = passkey.error ?? app.error
  return (
    <Stack gap="md">
      {failure && (
        <Alert color="red" role="alert">
          {failure instanceof ApiProblem ? sentenceOf(failure).sentence : m.sign_in_passkey_cancelled()}
        </Alert>
      )}
      {hasPasskeys && (
        <div className={styles.way}>
          <Button size="md" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {m.sign_in_set_up_passkey()}
          </Button>
          <span>{m.sign_in_set_up_passkey_detail()}</span>
        </div>
      )}
      <div className={styles.way}>
        <Button size="md" variant="light" loading={app.isPending} onClick={() => app.mutate()}>
          {m.sign_in_set_up_app()}
        </Button>
        <span>{m.sign_in_set_up_app_detail()}</span>
      </div>
    </Stack>
  )
}

function SetUpApp({ token, secret, uri }: { token: string; secret: string; uri: string }) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: async () => await call(acceptByAuthenticator, { body: { token, code } }),
    onSuccess: useSignedIn(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="sm">
        <AuthenticatorSetup secret={secret} uri={uri} code={code} onCode={setCode} />
        {confirm.isError && <FailureAlert error={confirm.error} />}
        <Button type="submit" size="md" loading={confirm.isPending}>
          {m.sign_in_confirm()}
        </Button>
      </Stack>
    </form>
  )
}

function useSignedIn(): (signedIn: OperatorSignedIn) => void {
  const navigate = useNavigate()
  return (signedIn) => {
    beginSession(signedIn)
    void navigate('/', { replace: true })
  }
}
