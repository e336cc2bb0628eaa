import {
  applyActionCode,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  signInWithEmailAndPassword,
  updateProfile,
} from '@firebase/auth'
import { DEFAULT_PASSWORD_RULES } from '#rules/password-policy.ts'
import { paths } from '#contracts/paths.ts'
import type { PasswordPolicy } from '#contracts/identity.schemas.ts'
import type { IdentityProvider } from '../identity-provider.ts'
import { ask, auth, endSession, project, sessionOf, signedInUser } from './firebase-auth.ts'

let isFirst = true

/** Firebase Authentication through its browser SDK, which holds the session. Loaded only where it is set up. */
export const firebaseIdentity: IdentityProvider = {
  refresh: (signal) =>
    ask(async () => {
      await auth.authStateReady()
      const user = auth.currentUser
      if (!user) return null
      // The first one of a page may be what storage kept; who is not verified yet may be by now.
      const fresh = !isFirst || !user.emailVerified
      const session = await sessionOf(user, { fresh, signal })
      isFirst = false
      return session
    }),
  signUp: ({ email, password, displayName }) =>
    ask(async () => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      if (displayName) await updateProfile(user, { displayName })
      await sendEmailVerification(user, { url: location.origin + paths.emailVerification })
      return await sessionOf(user, { fresh: true })
    }),
  signIn: ({ email, password }) =>
    ask(async () => {
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      return await sessionOf(user, { fresh: false })
    }),
  signOut: (options) => ask(() => endSession(options)),
  sendVerification: () =>
    ask(async () =>
      sendEmailVerification(await signedInUser(), { url: location.origin + paths.emailVerification }),
    ),
  confirmVerification: (proof) =>
    ask(async () => {
      // Its mails have links alone.
      await applyActionCode(auth, 'token' in proof ? proof.token : proof.code)
      await auth.authStateReady()
      const user = auth.currentUser
      if (!user) return null
      await user.reload()
      return await sessionOf(user, { fresh: true })
    }),
  passwordPolicy,
  updateProfile: ({ displayName, photoURL }) =>
    ask(async () =>
      updateProfile(await signedInUser(), {
        displayName,
        // A path of ours, which means nothing elsewhere.
        photoURL: photoURL && new URL(photoURL, location.origin).href,
      }),
    ),
}

interface StrengthOptions {
  minPasswordLength?: number
  maxPasswordLength?: number
  containsLowercaseCharacter?: boolean
  containsUppercaseCharacter?: boolean
  containsNumericCharacter?: boolean
  containsNonAlphanumericCharacter?: boolean
}

/** What the project asks of a password (Identity Toolkit, `v2/passwordPolicy`); its default where it does not say. */
async function passwordPolicy(signal?: AbortSignal): Promise<PasswordPolicy> {
  const host = 'identitytoolkit.googleapis.com'
  const base = project.url ? `${project.url}/${host}` : `https://${host}`
  const response = await fetch(`${base}/v2/passwordPolicy?key=${encodeURIComponent(project.apiKey)}`, {
    signal,
  })
  if (!response.ok) return DEFAULT_PASSWORD_RULES
  const { customStrengthOptions: said = {} } = (await response.json()) as {
    customStrengthOptions?: StrengthOptions
  }
  return {
    minLength: said.minPasswordLength ?? DEFAULT_PASSWORD_RULES.minLength,
    maxLength: said.maxPasswordLength ?? null,
    requireLowercase: said.containsLowercaseCharacter ?? false,
    requireUppercase: said.containsUppercaseCharacter ?? false,
    requireDigit: said.containsNumericCharacter ?? false,
    requireSymbol: said.containsNonAlphanumericCharacter ?? false,
    minScore: 0,
    refuseBreached: false,
  }
}
