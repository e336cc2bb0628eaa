import type { PasswordPolicy, SignedIn } from '#contracts/identity.responses.ts'

/**
 * The identity provider as the browser needs it. Who stands behind it is a matter of configuration: the embedded
 * one (`identity-embedded.ts`) by default. Failures are `ApiProblem` with the provider's code, or `NetworkFailure`.
 */
export interface IdentityProvider {
  /** A session for the refresh credential this browser holds, or null when it holds none. */
  refresh(signal: AbortSignal): Promise<SignedIn | null>
  signUp(input: { email: string; password: string; displayName?: string }): Promise<SignedIn>
  signIn(input: { email: string; password: string }): Promise<SignedIn>
  signOut(options: { everywhere: boolean }): Promise<void>
  /** Mails a new link and code. */
  sendVerification(accessToken: string): Promise<void>
  /** Verifies the address; null where that does not sign in, because the link was opened in another browser. */
  confirmVerification(proof: { code: string } | { token: string }): Promise<SignedIn | null>
  passwordPolicy(signal?: AbortSignal): Promise<PasswordPolicy>
}
