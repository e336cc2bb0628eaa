import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { EmailChange, EmailRecovered } from './identity.responses.ts'
import { emailAddress } from './shapes.ts'

const tag = 'identity'

export const changeEmail = endpoint<EmailChange>()({
  id: 'changeEmail',
  method: 'POST',
  path: '/identity/email/change',
  access: 'bearer',
  summary:
    'Changes the address: at once while it is not verified, else when the link mailed to the new one is followed; the present one takes back a wish for another.',
  tag,
  body: z.object({ email: emailAddress }),
  errors: [
    'requires_recent_login',
    'requires_second_factor',
    'email_already_in_use',
    'invalid_email',
    'user_deleted',
  ],
  unverifiedAllowed: true,
  ratePerMinute: 10,
})

export const recoverEmail = endpoint<EmailRecovered>()({
  id: 'recoverEmail',
  method: 'POST',
  path: '/identity/email/recover',
  access: 'public',
  summary:
    'Undoes a change of address by the link mailed to the old one, or a new second factor by the link mailed about it; signs out everywhere.',
  tag,
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  errors: ['invalid_action_code', 'expired_action_code', 'email_already_in_use'],
  cookies: true,
  ratePerMinute: 20,
})
