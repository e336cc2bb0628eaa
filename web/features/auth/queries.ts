import { useMutation, useQuery } from '@tanstack/react-query'
import { agreedDocuments, type AgreedDocument } from '#contracts/legal.constants.ts'
import { listLegalDocuments } from '#contracts/legal.endpoints.ts'
import { DEFAULT_PASSWORD_RULES, type PasswordRules } from '#rules/password-policy.ts'
import { call } from '#web/platform/api.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { identity } from '#web/platform/session.ts'
import { rememberAsked } from './asked-mail.ts'

/** What a password must have. When the server cannot be asked, the default applies, and the server decides. */
export function usePasswordPolicy(): PasswordRules | null {
  const query = useQuery({
    queryKey: ['identity', 'policy'],
    queryFn: ({ signal }) => identity.passwordPolicy(signal),
    staleTime: Infinity,
  })
  return query.data ?? (query.isError ? DEFAULT_PASSWORD_RULES : null)
}

/**
 * The versions in force of what who signs up agrees to, for the form to show and send, and how old they have to be. Where
 * they cannot be asked for there are none, and the first visit asks.
 */
export function useLegalVersions() {
  const query = useQuery({
    queryKey: ['legal', 'in force'],
    queryFn: ({ signal }) => call(listLegalDocuments, { signal }),
  })
  const versions = (query.data?.items ?? []).flatMap(({ document, version }) =>
    version !== null && isAgreed(document) ? [{ document, version }] : [],
  )
  return { versions, ageMin: query.data?.ageMin ?? 0, refetch: query.refetch }
}

function isAgreed(document: string): document is AgreedDocument {
  return (agreedDocuments as readonly string[]).includes(document)
}

/** Signs in with a password; the session then takes effect by itself. */
export function useSignIn() {
  return useMutation({ mutationFn: identity.signIn })
}

/** Mails a link that signs in. */
export function useSendSignInLink() {
  return useMutation({
    mutationFn: identityActions.sendSignInLink,
    onSuccess: (_sent, { email }) => rememberAsked('link', email),
  })
}

/** Creates an account, which signs in and mails the first code. */
export function useSignUp() {
  return useMutation({
    mutationFn: async (input: Parameters<typeof identity.signUp>[0]) => {
      // Before the session moves the page on to the verification, which counts from here.
      rememberAsked('verify', '')
      await identity.signUp(input)
    },
  })
}

/** Mails a new code and link. */
export function useSendCode() {
  return useMutation({ mutationFn: identity.sendVerification, onSuccess: () => rememberAsked('verify', '') })
}

/** Verifies the address by code or by the mailed link; answers whether this browser is signed in by it. */
export function useConfirmAddress() {
  return useMutation({ mutationFn: identity.confirmVerification })
}
