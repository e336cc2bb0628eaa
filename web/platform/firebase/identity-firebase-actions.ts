import {
  applyActionCode,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  deleteUser,
  EmailAuthProvider,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  OAuthProvider,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  TwitterAuthProvider,
  updatePassword,
  unlink,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
  type AuthProvider,
} from '@firebase/auth'
import { paths, withQuery } from '#contracts/paths.ts'
import type { IdentityActions } from '../identity-provider.ts'
import { ask, auth, project, sessionOf, signedInUser, type FirebaseIdentity } from './firebase-auth.ts'
import { isCancelled } from './firebase-failure.ts'

type Way = FirebaseIdentity['ways'][number]

const ways: Record<Way, { name: string; providerId: string; open: () => AuthProvider }> = {
  google: { name: 'Google', providerId: 'google.com', open: () => new GoogleAuthProvider() },
  apple: { name: 'Apple', providerId: 'apple.com', open: () => new OAuthProvider('apple.com') },
  facebook: { name: 'Facebook', providerId: 'facebook.com', open: () => new FacebookAuthProvider() },
  x: { name: 'X', providerId: 'twitter.com', open: () => new TwitterAuthProvider() },
  github: { name: 'GitHub', providerId: 'github.com', open: () => new GithubAuthProvider() },
}

const allWays = Object.keys(ways) as Way[]

/** Where the project's mails lead back to. */
const at = (path: string) => location.origin + path

/** Firebase's rarer calls. The signed-in member is the SDK's: no call takes the access token. */
export const firebaseActions: IdentityActions = {
  socialProviders: async () => ({
    items: project.ways.map((id) => ({ id, name: ways[id].name })),
  }),
  // A window of theirs, and no page to go to.
  socialStart: () => paths.login,
  socialProof: () => paths.login,
  unlinkSocial: (_token, id) =>
    ask(async () => void (await unlink(await signedInUser(), ways[id as Way].providerId))),
  socialSignIn: (id) =>
    ask(async () => {
      try {
        const provider = ways[id as Way].open()
        const { user } = await signInWithPopup(auth, provider, browserPopupRedirectResolver)
        return await sessionOf(user, { fresh: false })
      } catch (error) {
        if (isCancelled(error)) return null
        throw error
      }
    }),

  sendReset: ({ email }) => ask(() => sendPasswordResetEmail(auth, email, { url: at(paths.login) })),
  confirmReset: (proof) =>
    ask(async () => {
      const code = 'token' in proof ? proof.token : proof.code
      const email = await verifyPasswordResetCode(auth, code)
      await confirmPasswordReset(auth, code, proof.password)
      await signOut(auth)
      return { email, waysIn: [] }
    }),
  sendSignInLink: ({ email, redirect }) =>
    ask(() =>
      sendSignInLinkToEmail(auth, email, {
        url: at(withQuery(paths.login, { redirect })),
        handleCodeInApp: true,
      }),
    ),
  confirmSignInLink: ({ token, email }) =>
    ask(async () => {
      // The SDK reads the code out of a link as it was mailed.
      const link = withQuery(at(paths.login), { mode: 'signIn', oobCode: token, apiKey: project.apiKey })
      const { user } = await signInWithEmailLink(auth, email, link)
      return await sessionOf(user, { fresh: true })
    }),
  recoverEmail: ({ token }) =>
    ask(async () => {
      const { data } = await checkActionCode(auth, token)
      await applyActionCode(auth, token)
      await signOut(auth)
      // A new password is chosen by a mail of its own.
      return { email: data.email ?? '', resetToken: '' }
    }),

  changeEmail: (_token, { email }) =>
    ask(async () => {
      await verifyBeforeUpdateEmail(await signedInUser(), email, { url: at(paths.profile) })
      return { pendingEmail: email }
    }),
  changePassword: (_token, { current, next }) =>
    ask(async () => {
      const user = await signedInUser()
      if (current !== undefined)
        await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email!, current))
      await updatePassword(user, next)
      // Every other session ends with it, and the tokens of this one from before.
      return await sessionOf(user, { fresh: true })
    }),
  reauthenticate: (_token, { password }) =>
    ask(async () => {
      const user = await signedInUser()
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email!, password))
      return await sessionOf(user, { fresh: true })
    }),
  accountSecurity: async () => {
    const { providerData } = await signedInUser()
    const known = new Set(providerData.map(({ providerId }) => providerId))
    const linked = allWays.filter((way) => known.has(ways[way].providerId))
    return {
      hasPassword: known.has('password'),
      pendingEmail: null,
      linked: linked.map((id) => ({ id, name: ways[id].name, proves: true })),
      events: [],
    }
  },
  // The SDK knows of no session but this one.
  listSessions: async () => ({ items: [] }),
  endSession: async () => {},
  endOtherSessions: async () => {},
  deleteIdentity: async () => {
    try {
      await deleteUser(await signedInUser())
    } catch {
      // Theirs to delete: our part is gone, and this browser forgets them.
      await signOut(auth)
    }
  },
}
