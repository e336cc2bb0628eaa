import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import type { EmailRecovered, ResetConfirmed, SignedIn } from '#contracts/identity.schemas.ts'
import type { SessionList } from '#contracts/sessions.schemas.ts'
import type { SocialProviders } from '#contracts/social.schemas.ts'
import { embeddedActions } from './identity-embedded-actions.ts'
import type { IdentityActions, ResetProof, SignInLinkInput } from './identity-provider.ts'
import { lazily } from './lazily.ts'
import { publicIdentity } from './public-identity.ts'
import { repeated } from './recent-login.ts'
import { sessionStore } from './session.ts'

const provider: IdentityActions =
  publicIdentity.provider === 'firebase'
    ? lazily(async () => (await import('./firebase/identity-firebase-actions.ts')).firebaseActions)
    : embeddedActions

/**
 * What screens ask of the identity provider besides `identity`: loaded with the screens that do. Failures are
 * `ApiProblem` or `NetworkFailure`; what needs a recent sign-in asks for it and goes on.
 */
export const identityActions = {
  socialProviders: (signal?: AbortSignal): Promise<SocialProviders> => provider.socialProviders(signal),
  socialStart: (id: string, redirect?: string): string => provider.socialStart(id, redirect),
  socialProof: (id: string, redirect: string): string => provider.socialProof(id, redirect),
  unlinkSocial: (id: string): Promise<void> => asMember((token) => provider.unlinkSocial(token, id)),

  /** Signs in in a window of the provider's; nothing happens when the person closes it. */
  async socialSignIn(id: string): Promise<void> {
    goOn((await provider.socialSignIn!(id)) ?? undefined)
  },

  sendReset: (input: { email: string; captchaToken?: string }): Promise<void> => provider.sendReset(input),

  /**
   * Sets a new password; a member who is signed in here is signed out and led to the sign-in screen. `onConfirmed`
   * hears before that whose password it is, and what else gets in.
   */
  async confirmReset({
    onConfirmed,
    ...proof
  }: ResetProof & { password: string; onConfirmed: (confirmed: ResetConfirmed) => void }): Promise<void> {
    onConfirmed(await provider.confirmReset(proof))
    sessionStore.send({ type: 'signed-out', reason: 'password_reset' })
  },

  sendSignInLink: (input: SignInLinkInput): Promise<void> => provider.sendSignInLink(input),

  async confirmSignInLink(input: { token: string; email: string }): Promise<void> {
    sessionStore.send({ type: 'signed-in', session: await provider.confirmSignInLink(input) })
  },

  /** Takes the account back. Every session ends, the one of this browser too. */
  async recoverEmail(input: { token: string }): Promise<EmailRecovered> {
    const recovered = await provider.recoverEmail(input)
    sessionStore.send({ type: 'signed-out', reason: 'email_recovered' })
    return recovered
  },

  /** Answers the address that waits for its mailed link; null where it changed at once. */
  async changeEmail(input: { email: string }): Promise<string | null> {
    const { pendingEmail } = await asMember((token) => provider.changeEmail(token, input))
    const { user } = sessionStore.state
    if (pendingEmail === null && user)
      sessionStore.send({ type: 'user-changed', user: { ...user, email: input.email.toLowerCase() } })
    return pendingEmail
  },

  changePassword: async (input: { current?: string; next: string }): Promise<void> =>
    goOn(await asMember((token) => provider.changePassword(token, input))),

  /** Once our part of the account is deleted: its rest at the provider, as far as that can be done from here. */
  async deleteIdentity(): Promise<void> {
    await provider.deleteIdentity?.()
  },

  /** The password given again: what asks for a recent sign-in then works for ten minutes. */
  reauthenticate: async (input: { password: string }): Promise<void> =>
    goOn(await withToken((token) => provider.reauthenticate(token, input))),

  accountSecurity: (signal?: AbortSignal): Promise<AccountSecurity> =>
    withToken((token) => provider.accountSecurity(token, signal)),
  sessions: (signal?: AbortSignal): Promise<SessionList> =>
    withToken((token) => provider.listSessions(token, signal)),
  endSession: (id: string): Promise<void> => asMember((token) => provider.endSession(token, id)),
  endOtherSessions: (): Promise<void> => asMember((token) => provider.endOtherSessions(token)),
}

/** Takes a session that an answer brings. */
function goOn(session: SignedIn | void): void {
  if (session) sessionStore.send({ type: 'signed-in', session })
}

/** A call of the member that may ask for a proof first, and then goes on. */
export function asMember<T>(call: (token: string) => Promise<T>): Promise<T> {
  return repeated((token) => call(token!), { carries: 'forced', proves: true })
}

/** With the access token; a proof that is asked for is not waited for. */
export function withToken<T>(call: (token: string) => Promise<T>): Promise<T> {
  return repeated((token) => call(token!), { carries: 'forced', proves: false })
}
