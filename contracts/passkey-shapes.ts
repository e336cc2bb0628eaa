import * as z from 'zod/mini'

/** Bytes in Base64url, as WebAuthn writes them in JSON. */
const bytes = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength))

/** WebAuthn allows identifiers of 1023 bytes. */
const credentialId = bytes(1364)
const clientDataJSON = bytes(8192)
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** What `navigator.credentials.create()` answers, as JSON (`RegistrationResponseJSON`). */
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(32_768),
    transports: z.optional(
      z.array(z.string().check(z.regex(/^[a-z-]+$/), z.maxLength(32))).check(z.maxLength(10)),
    ),
  }),
})
export type PasskeyRegistration = z.output<typeof passkeyRegistration>

/** What `navigator.credentials.get()` answers, as JSON (`AuthenticationResponseJSON`). */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: z.optional(z.nullable(bytes(88))),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>
