import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { emailChange, emailRecovered } from './identity.schemas.ts'
import { emailAddress } from './shapes.ts'

const tag = 'identity'

export const emailChangeSchemas = {
  changeEmail: {
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
    responses: { 200: emailChange },
  },
  recoverEmail: {
    summary:
      'Undoes a change of address by the link mailed to the old one, or a new second factor by the link mailed about it; signs out everywhere.',
    tag,
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(2000)) }),
    errors: ['invalid_action_code', 'expired_action_code', 'email_already_in_use'],
    cookies: true,
    ratePerMinute: 20,
    responses: { 200: emailRecovered },
  },
} satisfies Record<string, EndpointSchemas>
