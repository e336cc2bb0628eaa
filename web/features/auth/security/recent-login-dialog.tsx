import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import type { AuthUser } from '#contracts/identity.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { forgetInterrupted, keepInterrupted } from '#web/platform/interrupted.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import type { ProofWanted } from '#web/platform/recent-login.ts'
import { sessionStore, useSession } from '#web/platform/session.ts'
import { signInOfToken } from '#web/platform/sign-in-of-token.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { currentPasswordField } from '../fields.ts'
import { IssuerButton } from '../issuer/issuer-button.tsx'
import { HiddenUsername } from '../new-password-field.tsx'
import { SocialRefusedNotice } from '../social-refused-notice.tsx'
import { useRefusal } from '../use-refusal.tsx'
import { MailLink, MailSent } from './prove-by-mail.tsx'
import { ProveByProvider } from './prove-by-provider.tsx'
import { useAccountSecurity } from './queries.ts'
import classes from '../form.module.css'

const ByFactor = lazy(async () => ({ default: (await import('./prove-by-factor.tsx')).ProveByFactor }))

const ByPasskey = lazy(async () => ({ default: (await import('./prove-by-passkey.tsx')).ProveByPasskey }))

/**
 * Asks the member to prove that they are there, by password or by a mailed link, or to prove a second factor; what was
 * interrupted then goes on. Closed, it has changed nothing.
 */
export function RecentLoginDialog({ wanted }: { wanted: ProofWanted | null }) {
  const { user } = useSession()
  const [search, setSearch] = useSearchParams()
  const [byLink, setByLink] = useState(false)
  const settle = (proved: boolean) => {
    setByLink(false)
    forgetInterrupted()
    if (search.has('refused')) setSearch(without(search, 'refused'), { replace: true })
    wanted?.settle(proved)
  }
  useNewSession(wanted !== null, settle)
  const isFactor = wanted?.code === 'requires_second_factor'
  return (
    <Dialog
      open={wanted !== null}
      onClose={() => settle(false)}
      heading={isFactor ? m.security_factor_proof_heading() : m.security_proof_heading()}
    >
      {user &&
        (isFactor ? (
          <Suspense fallback={null}>
            <ByFactor onProved={() => settle(true)} />
          </Suspense>
        ) : publicIdentity.provider === 'oidc' ? (
          <ByIssuer issuer={publicIdentity.name} uid={user.uid} />
        ) : byLink ? (
          <MailSent email={user.email} />
        ) : (
          <>
            <SocialRefusedNotice refused={search.get('refused')} />
            <Ways user={user} onProved={() => settle(true)} onByLink={() => setByLink(true)} />
          </>
        ))}
    </Dialog>
  )
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}

/** By password, unless the account is known to have none; by what else signs in to it; by a mailed link. */
function Ways({
  user: { uid, email },
  onProved,
  onByLink,
}: {
  user: AuthUser
  onProved: () => void
  onByLink: () => void
}) {
  const { data: security } = useAccountSecurity()
  const provers = security?.linked.filter(({ proves }) => proves) ?? []
  const isWithout = security?.hasPassword === false && provers.length > 0
  return (
    <>
      {isWithout ? (
        <p>{m.security_proof_by_provider()}</p>
      ) : (
        <ByPassword email={email} onProved={onProved} onByLink={onByLink} />
      )}
      {publicIdentity.provider === 'embedded' && (
        <Suspense fallback={null}>
          <ByPasskey onProved={onProved} />
        </Suspense>
      )}
      {provers.length > 0 && <ProveByProvider uid={uid} linked={provers} first={isWithout} />}
      {isWithout && <MailLink email={email} onByLink={onByLink} />}
    </>
  )
}

/**
 * Signing in again in another tab is a proof, as the mailed link is; signing out gives it up. A tab that only opens
 * refreshes the token of the same sign-in, which proves nothing.
 */
function useNewSession(active: boolean, settle: (proved: boolean) => void): void {
  useEffect(() => {
    if (!active) return
    const before = sessionStore.state
    const signIn = before.token && signInOfToken(before.token.accessToken)
    return sessionStore.subscribe(() => {
      const { user, token } = sessionStore.state
      if (user?.uid !== before.user?.uid) settle(false)
      else if (token && signInOfToken(token.accessToken) !== signIn) settle(true)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- from when the dialog opens to when it closes
  }, [active])
}

/** The issuer asks again, and leads back to this page, where what was interrupted is found again. */
function ByIssuer({ issuer, uid }: { issuer: string; uid: string }) {
  return (
    <div className={classes.form}>
      <p>{m.security_proof_issuer({ issuer })}</p>
      <IssuerButton
        issuer={issuer}
        redirect={location.pathname + location.search}
        again
        onLeave={() => keepInterrupted(uid)}
      />
    </div>
  )
}

const names = ['password'] as const
const schema = z.object({ password: currentPasswordField })

function ByPassword({
  email,
  onProved,
  onByLink,
}: {
  email: string
  onProved: () => void
  onByLink: () => void
}) {
  const prove = useMutation({ mutationFn: identityActions.reauthenticate })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const refusal = useRefusal(form, names)

  async function submit(values: { password: string }): Promise<void> {
    if (prove.isPending || refusal.waitMs > 0) return
    refusal.clear()
    try {
      await prove.mutateAsync(values)
      onProved()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'invalid_credential')
        refusal.mark({ password: m.security_wrong_password() })
      else refusal.refuse(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      <p>{m.security_proof_hint()}</p>
      {refusal.notice}
      <HiddenUsername email={email} />
      <PasswordField
        {...form.getInputProps('password')}
        key={form.key('password')}
        label={m.auth_password()}
        name="password"
        autoComplete="current-password"
        data-autofocus
        required
        withAsterisk={false}
      />
      <Button type="submit" full loading={prove.isPending} disabled={refusal.waitMs > 0}>
        {refusal.waitMs > 0
          ? m.auth_wait({ time: formatDuration(refusal.waitMs) })
          : m.security_proof_submit()}
      </Button>
      <MailLink email={email} onByLink={onByLink} text={m.security_proof_no_password()} />
    </form>
  )
}
