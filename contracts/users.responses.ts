import * as z from 'zod/mini'
import { authUser } from './identity.responses.ts'
import { date } from './shapes.ts'

const completionEntry = z.object({ field: z.string(), label: z.string() })

export const user = z.object({
  uid: z.string(),
  fullName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  email: z.string(),
  birthday: z.nullable(date),
  gender: z.nullable(z.string()),
  countryOfResidence: z.nullable(z.string()),
  industries: z.array(z.string()),
  channels: z.array(z.object({ platform: z.string(), address: z.string() })),
  /** The creator id, also their invitation code. */
  shortId: z.string(),
  /** An address on the site's own origin, or one that the identity provider gave. */
  photoURL: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  /** Who opens my invitation link sees my display name and photo. */
  shownToInvited: z.boolean(),
  /** Years that a member of this site has at least: a later birthday is refused. */
  ageMin: z.int(),
  gamification: z.object({ invitedBy: z.nullable(z.string()) }),
  profileCompletion: z.object({
    isComplete: z.boolean(),
    completionPercentage: z.int(),
    missingFields: z.array(completionEntry),
    completedFields: z.array(completionEntry),
  }),
})
export type User = z.output<typeof user>

/** What a member shows to who opens their invitation link; nulls where they do not allow it. */
export const publicUser = z.object({
  shortId: z.string(),
  displayName: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
})
export type PublicUser = z.output<typeof publicUser>

export const userResponses = {
  getUser: { 200: user },
  patchUser: { 200: user },
  putPhoto: { 200: user },
  getPublicUser: { 200: publicUser },
  patchIdentityProfile: { 200: authUser },
}
