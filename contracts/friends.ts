import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { AcceptedInvitation, Friends } from './friends.responses.ts'
import { pageQuery } from './paging.ts'

const tag = 'rewards'

/** Which answer is for good: the browser then forgets the invitation (docs/session.md, Invitation). */
export const completeInvitation = endpoint<AcceptedInvitation>()({
  id: 'completeInvitation',
  method: 'POST',
  path: '/api/v1/gamification/friend-invitation',
  access: 'bearer',
  summary:
    'Says who invited me, within 30 days of signing up; both are paid when my profile is complete and I have checked in on seven days.',
  tag,
  body: z.object({ inviterShortId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  errors: ['already_granted', 'reward_not_eligible', 'reward_inviter_unknown'],
  idempotent: true,
})

export const listFriends = endpoint<Friends>()({
  id: 'listFriends',
  method: 'GET',
  path: '/api/v1/gamification/friends',
  access: 'bearer',
  summary: 'Whom I invited, newest first, each with what is still missing before we are both paid.',
  tag,
  query: z.object(pageQuery),
})
