import * as z from 'zod/mini'
import { captchaToken } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, passwordText, visible } from './shapes.ts'
import type { AuthUser, PasswordPolicy, SignedIn, SignedInOrNot } from './identity.responses.ts'

const tag = 'identity'
const linkToken = z.string().check(z.minLength(1), z.maxLength(2000))

export const signUp = endpoint<SignedIn>()({
  id: 'signUp',
  method: 'POST',
  path: '/identity/sign-up',
  access: 'public',
  summary: 'Creates an account, signs in, and mails a link and a code to verify the address.',
  tag,
  body: z.object({
    email: emailAddress,
    password: passwordText,
    displayName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), visible)),
    /** Of the browser, an IANA name: the first of the profile. One that there is not is ignored. */
    timeZone: z.optional(z.string().check(z.maxLength(60))),
    captchaToken: z.optional(captchaToken),
  }),
  errors: ['email_already_in_use', 'weak_password', 'invalid_email', 'captcha_required'],
  cookies: true,
  ratePerMinute: 20,
})

export const signIn = endpoint<SignedIn>()({
  id: 'signIn',
  method: 'POST',
  path: '/identity/sign-in',
  access: 'public',
  summary: 'Signs in with a password; an unknown address and a wrong password look and time alike.',
  tag,
  body: z.object({ email: emailAddress, password: passwordText, captchaToken: z.optional(captchaToken) }),
  errors: [
    'invalid_credential',
    'user_disabled',
    'user_deleted',
    'user_token_expired',
    'captcha_required',
    'second_step_required',
  ],
  cookies: true,
  ratePerMinute: 30,
})

export const refresh = endpoint<SignedInOrNot>()({
  id: 'refresh',
  method: 'POST',
  path: '/identity/refresh',
  access: 'public',
  summary: 'A new access token for the session of the cookie; without a session the user is null.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['user_disabled', 'user_token_expired', 'user_deleted'],
  cookies: true,
})

export const signOut = endpoint<null>()({
  id: 'signOut',
  method: 'POST',
  path: '/identity/sign-out',
  access: 'public',
  summary:
    'Ends the session of the cookie (with Firebase that of the bearer), or with `everywhere` every session of its member.',
  tag,
  body: z.object({ everywhere: z.optional(z.boolean()) }),
  bodyOptional: true,
  cookies: true,
})

export const sendVerification = endpoint<null>()({
  id: 'sendVerification',
  method: 'POST',
  path: '/identity/verification/send',
  access: 'bearer',
  summary: 'Mails a new link and code; at most once in 60 seconds.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['email_already_verified'],
  unverifiedAllowed: true,
})

export const confirmVerification = endpoint<SignedInOrNot>()({
  id: 'confirmVerification',
  method: 'POST',
  path: '/identity/verification/confirm',
  access: 'public',
  summary:
    'Verifies the address by the code (needs the session’s cookie) or by the mailed link’s token, a changed one too. Without a session of the account a link needs its password; that of a new account also takes a new one, which ends what let others in before.',
  tag,
  body: z.union([
    z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) }),
    z.strictObject({ token: linkToken }),
    z.strictObject({ token: linkToken, password: passwordText }),
    z.strictObject({ token: linkToken, newPassword: passwordText }),
  ]),
  errors: [
    'unauthenticated',
    'invalid_action_code',
    'expired_action_code',
    'invalid_verification_code',
    'email_already_verified',
    'email_already_in_use',
    'password_required',
    'invalid_credential',
    'weak_password',
    'user_disabled',
    'user_deleted',
    'user_token_expired',
  ],
  cookies: true,
  ratePerMinute: 30,
})

export const getPasswordPolicy = endpoint<PasswordPolicy>()({
  id: 'getPasswordPolicy',
  method: 'GET',
  path: '/identity/policy',
  access: 'public',
  summary: 'What a password must have.',
  tag,
})

export const getIdentityUser = endpoint<AuthUser>()({
  id: 'getIdentityUser',
  method: 'GET',
  path: '/identity/user',
  access: 'bearer',
  summary: 'Whose the access token is; of an outside provider, by which uid this product knows them.',
  tag,
  unverifiedAllowed: true,
})
