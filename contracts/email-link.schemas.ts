import * as z from 'zod/mini'
import { captchaToken } from './captcha.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { signedIn } from './identity.schemas.ts'
import { emailAddress } from './shapes.ts'

const tag = 'identity'

export const emailLinkSchemas = {
  sendSignInLink: {
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
    responses: { 202: null },
  },
  confirmSignInLink: {
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
    responses: { 200: signedIn },
  },
} satisfies Record<string, EndpointSchemas>
