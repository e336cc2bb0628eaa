import type { Agreements } from '#contracts/legal.schemas.ts'
import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import type {
  EmailChange,
  EmailRecovered,
  PasswordPolicy,
  ResetConfirmed,
  SignedIn,
} from '#contracts/identity.schemas.ts'
import type { SessionList } from '#contracts/sessions.schemas.ts'
import type { SocialProviders } from '#contracts/social.schemas.ts'

/**
 * The identity provider as the browser needs it. The configuration decides which one it is: the embedded one
 * (`identity-embedded.ts`) by default. Failures are `ApiProblem` with the provider's code, or `NetworkFailure`.
 */
export interface IdentityProvider {
  /** A session for the refresh credential this browser holds, or null when it holds none. */
  refresh(signal: AbortSignal): Promise<SignedIn | null>
  signUp(input: SignUpInput): Promise<SignedIn>
  signIn(input: { email: string; password: string; captchaToken?: string }): Promise<SignedIn>
  signOut(options: { everywhere: boolean }): Promise<void>
  /** Mails a new link and code. */
  sendVerification(accessToken: string): Promise<void>
  /** Verifies the address; null where that does not sign in. A link may be refused with `password_required`. */
  confirmVerification(proof: VerificationProof): Promise<SignedIn | null>
  passwordPolicy(signal?: AbortSignal): Promise<PasswordPolicy>
  /** Carries name and photo of the profile over, where our server cannot. */
  updateProfile?(profile: { displayName: string | null; photoURL: string | null }): Promise<void>
}

/**
 * What is needed rarely, and loaded when it is: what a mail sets in motion, and looking after one's own account. Calls
 * of a signed-in member take the access token; some are refused with `requires_recent_login`.
 */
export interface IdentityActions {
  /** Whom one may sign in with besides. */
  socialProviders(signal?: AbortSignal): Promise<SocialProviders>
  /** Where the browser goes to sign in with one of them, and then on to `redirect`, a path of ours. */
  socialStart(id: string, redirect: string | undefined): string
  /** The same for a member who shows that they are there, and comes back to `redirect`. */
  socialProof(id: string, redirect: string): string
  /** No account of this provider signs in any more. */
  unlinkSocial(accessToken: string, id: string): Promise<void>
  /** Signs in in a window of theirs instead, where the provider has it so; null when the person closed it. */
  socialSignIn?(id: string): Promise<SignedIn | null>

  /** Mails a link and a code for a new password; says nothing about who has an account. */
  sendReset(input: { email: string; captchaToken?: string }): Promise<void>
  /**
   * Sets a new password by the mail's link, or by its code and the address; every session ends. Answers the address and
   * what else gets in.
   */
  confirmReset(proof: ResetProof & { password: string }): Promise<ResetConfirmed>
  /** Mails a link that signs in and goes on to `redirect`; says nothing about who has an account. */
  sendSignInLink(input: SignInLinkInput): Promise<void>
  confirmSignInLink(input: { token: string; email: string }): Promise<SignedIn>
  /** Undoes a change of address; every session ends, and the answer opens the choice of a new password. */
  recoverEmail(input: { token: string }): Promise<EmailRecovered>

  changeEmail(accessToken: string, input: { email: string }): Promise<EmailChange>
  /** `current` is left out by who has no password yet. */
  changePassword(accessToken: string, input: { current?: string; next: string }): Promise<SignedIn | void>
  /** Answers a session where the proof is in its token. */
  reauthenticate(accessToken: string, input: { password: string }): Promise<SignedIn | void>
  /** How the member gets in, an address that waits for its link, and what happened lately. */
  accountSecurity(accessToken: string, signal?: AbortSignal): Promise<AccountSecurity>
  listSessions(accessToken: string, signal?: AbortSignal): Promise<SessionList>
  endSession(accessToken: string, id: string): Promise<void>
  endOtherSessions(accessToken: string): Promise<void>
  /** Deletes the account at the provider, where a browser can, once ours is deleted. */
  deleteIdentity?(): Promise<void>
}

/** The mailed code or link; where a browser is not signed in to the link's account, with its password or a new one. */
export type VerificationProof =
  | { code: string }
  | { token: string }
  | { token: string; password: string }
  | { token: string; newPassword: string }

export type ResetProof = { token: string } | { email: string; code: string }

/**
 * `captchaToken` is what the captcha answered, where the call was refused with `captcha_required` before; `timeZone` that
 * of the browser, which is the first of the profile where the provider is our own.
 */
export interface SignUpInput {
  email: string
  password: string
  displayName?: string
  timeZone?: string
  captchaToken?: string
  /** The versions of the legal pages that the form showed; at another provider the first visit asks. */
  agreements?: Agreements
}

export interface SignInLinkInput {
  email: string
  redirect?: string
  captchaToken?: string
}
