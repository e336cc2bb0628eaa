import * as z from 'zod/mini'
import { captchaToken } from './captcha.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { resetConfirmed } from './identity.schemas.ts'
import { emailAddress, passwordText } from './shapes.ts'

const tag = 'identity'
const token = z.string().check(z.minLength(1), z.maxLength(2000))

export const passwordSchemas = {
  sendReset: {
    summary:
      'Mails a link and a code to choose a new password; the same answer whether or not the address is known.',
    tag,
    body: z.object({ email: emailAddress, captchaToken: z.optional(captchaToken) }),
    errors: ['captcha_required'],
    cookies: true,
    ratePerMinute: 10,
    responses: { 202: null },
  },
  confirmReset: {
    summary:
      'Sets a new password by the mailed link’s token, or by address and code; signs out everywhere, and says whose it is.',
    tag,
    body: z.union([
      z.strictObject({ token, password: passwordText }),
      z.strictObject({
        email: emailAddress,
        code: z.string().check(z.regex(/^\d{6}$/)),
        password: passwordText,
      }),
    ]),
    errors: ['weak_password', 'invalid_action_code', 'expired_action_code', 'invalid_verification_code'],
    cookies: true,
    ratePerMinute: 20,
    responses: { 200: resetConfirmed },
  },
  reauthenticate: {
    summary:
      'Proves by password that the member is there; what asks for a recent sign-in then works for ten minutes.',
    tag,
    body: z.object({ password: passwordText }),
    errors: ['invalid_credential'],
    unverifiedAllowed: true,
    ratePerMinute: 20,
    responses: { 204: null },
  },
  changePassword: {
    summary: 'Changes the password, or gives an account its first; signs out everywhere else.',
    tag,
    body: z.object({ current: z.optional(passwordText), next: passwordText }),
    errors: ['weak_password', 'invalid_credential', 'requires_recent_login'],
    unverifiedAllowed: true,
    ratePerMinute: 20,
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
