import { Alert, Button, Divider, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import {
  mailOperatorCode,
  signInOperatorByAuthenticator,
  signInOperatorByPasskey,
  startOperatorSignIn,
} from '#contracts/operator-session.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { ApiProblem, NetworkFailure } from '#console/platform/api-problem.ts'
import { answerByPasskey, hasPasskeys } from '#console/platform/passkeys.ts'
import { beginSession, useSession } from '#console/platform/session.ts'
import { DigitsInput } from '#console/ui/digits-input.tsx'
import { sentenceOf } from '#console/ui/failure.ts'
import { SignInStage } from './sign-in-stage.tsx'

/** Signing in: by a passkey alone, or by a code from a mail and one from an authenticator app. */
export default function SignIn() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'signed-in' && pathname === `/${consoleRoutes.signIn}`) return <Navigate to="/" />
  return (
    <SignInStage title={m.sign_in_title()} lead={m.sign_in_lead()}>
      {session.status === 'ended' && (
        <Alert color="yellow" role="status">
          {m.sign_in_ended()}
        </Alert>
      )}
      {hasPasskeys && <ByPasskey />}
      <Divider label={m.sign_in_or()} />
      <ByCodes />
    </SignInStage>
  )
}

function ByPasskey() {
  const signIn = useMutation({
    mutationFn: async () =>
      await call(signInOperatorByPasskey, {
        body: { passkey: await answerByPasskey(await call(startOperatorSignIn, { body: {} })) },
      }),
    onSuccess: beginSession,
  })
  return (
    <Stack gap="sm">
      <Button size="md" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {m.sign_in_passkey()}
      </Button>
      {signIn.isError && <Failed error={signIn.error} otherwise={m.sign_in_passkey_cancelled()} />}
    </Stack>
  )
}

function ByCodes() {
  const [email, setEmail] = useState('')
  const mail = useMutation({
    mutationFn: async () => await call(mailOperatorCode, { body: { email } }),
  })
  if (mail.isSuccess) return <Codes attempt={mail.data.attempt} onBack={mail.reset} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mail.mutate()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={m.sign_in_email()}
          type="email"
          required
          withAsterisk={false}
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={mail.isPending}>
          {m.sign_in_mail_code()}
        </Button>
        {mail.isError && <Failed error={mail.error} />}
      </Stack>
    </form>
  )
}

function Codes({ attempt, onBack }: { attempt: string; onBack: () => void }) {
  const [mailCode, setMailCode] = useState('')
  const [code, setCode] = useState('')
  const signIn = useMutation({
    mutationFn: async () => await call(signInOperatorByAuthenticator, { body: { attempt, mailCode, code } }),
    onSuccess: beginSession,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <Stack gap="sm">
        <p role="status">{m.sign_in_mailed()}</p>
        <DigitsInput label={m.sign_in_code_mail()} value={mailCode} onChange={setMailCode} isFirst />
        <DigitsInput label={m.sign_in_code_app()} value={code} onChange={setCode} />
        {signIn.isError && <Failed error={signIn.error} />}
        <Button type="submit" size="md" loading={signIn.isPending}>
          {m.sign_in_submit()}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {m.sign_in_back()}
        </Button>
      </Stack>
    </form>
  )
}

function Failed({ error, otherwise }: { error: unknown; otherwise?: string }) {
  const isOurs = error instanceof ApiProblem || error instanceof NetworkFailure
  return (
    <Alert color="red" role="alert">
      {isOurs || otherwise === undefined ? sentenceOf(error).sentence : otherwise}
    </Alert>
  )
}
