import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { DeletionView } from './leaving.responses.ts'

const tag = 'users'
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) })

export const getDeletion = endpoint<DeletionView>()({
  id: 'getDeletion',
  method: 'GET',
  path: '/api/v1/users/{uid}/deletion',
  access: 'bearer',
  summary: 'What deleting one’s account would cost now, and whether anything is in its way.',
  tag,
  params,
  errors: ['forbidden'],
  unverifiedAllowed: true,
})

/** At once and for good; answers what was lost. */
export const deleteUser = endpoint<DeletionView>()({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
  summary: 'Deletes one’s own account, at once and for good; needs a sign-in within ten minutes.',
  tag,
  params,
  /** One’s e-mail address, typed again. */
  body: z.object({ confirmation: z.string().check(z.trim(), z.maxLength(254)) }),
  errors: ['forbidden', 'requires_recent_login', 'deletion_blocked'],
  unverifiedAllowed: true,
  ratePerMinute: 10,
})

export const disownAccount = endpoint<null>()({
  id: 'disownAccount',
  method: 'POST',
  path: '/identity/verification/disown',
  access: 'public',
  summary:
    'Deletes an account that somebody else made with one’s address, by the link in the mail that asks to verify it; not once the address is verified.',
  tag: 'identity',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  errors: [
    'invalid_action_code',
    'expired_action_code',
    'email_already_verified',
    'user_disabled',
    'deletion_blocked',
  ],
  ratePerMinute: 20,
})
