import * as z from 'zod/mini'
import { captchaToken } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import type { SignedIn } from './identity.responses.ts'
import { emailAddress } from './shapes.ts'

const tag = 'identity'

export const sendSignInLink = endpoint<null>()({
  id: 'sendSignInLink',
  method: 'POST',
  path: '/identity/link/send',
  access: 'public',
  summary: 'Mails a link that signs in; the same answer whether or not the address is known.',
  tag,
  body: z.object({
    email: emailAddress,
    redirect: z.optional(z.string().check(z.maxLength(2000))),
    captchaToken: z.optional(captchaToken),
  }),
  errors: ['captcha_required'],
  cookies: true,
  ratePerMinute: 10,
})

export const confirmSignInLink = endpoint<SignedIn>()({
  id: 'confirmSignInLink',
  method: 'POST',
  path: '/identity/link/confirm',
  access: 'public',
  summary: 'Signs in by the mailed link’s token and the address it went to, on any device.',
  tag,
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(2000)), email: emailAddress }),
  errors: [
    'invalid_action_code',
    'expired_action_code',
    'user_disabled',
    'user_deleted',
    'second_step_required',
    'user_token_expired',
  ],
  cookies: true,
  ratePerMinute: 20,
})
