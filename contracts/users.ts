import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { visible } from './shapes.ts'
import { channelPlatforms, genders, industries } from './taxonomies.ts'
import type { AuthUser } from './identity.responses.ts'
import type { PublicUser, User } from './users.responses.ts'

const tag = 'users'
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) })
const name = z.nullable(z.string().check(z.trim(), z.maxLength(120), visible))

const displayName = z.nullable(z.string().check(z.trim(), z.maxLength(60), visible))
const photoURL = z.nullable(z.string().check(z.maxLength(500)))

export const channel = z.object({
  platform: z.enum(channelPlatforms),
  /** The address or handle of the channel as the member typed it. */
  address: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
})
export type Channel = z.output<typeof channel>

export const getUser = endpoint<User>()({
  id: 'getUser',
  method: 'GET',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
  summary: 'One’s own profile, with how complete it is.',
  tag,
  params,
  errors: ['forbidden'],
  unverifiedAllowed: true,
})

/** Media types a photo may have when it is uploaded, and its largest size in bytes. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const photoBytesMax = 5 * 1024 * 1024

/** The photo is turned upright, cut square in the middle and written anew: nothing else of the file is kept. */
export const putPhoto = endpoint<User>()({
  id: 'putPhoto',
  method: 'PUT',
  path: '/api/v1/users/{uid}/photo',
  access: 'bearer',
  summary:
    'Takes a new photo of one’s own: the image itself is the body. `photoURL: null` in a PATCH removes it.',
  tag,
  params,
  bodyTypes: photoTypes,
  bodyLimit: photoBytesMax,
  ratePerMinute: 20,
  errors: ['forbidden', 'image_unreadable', 'image_too_large'],
})

/** Blank values save and count as missing; read-only fields are accepted unchanged. */
export const patchUser = endpoint<User>()({
  id: 'patchUser',
  method: 'PATCH',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
  summary: 'Changes the writable fields of one’s own profile; all of the change or nothing.',
  tag,
  params,
  body: z.looseObject({
    fullName: z.optional(name),
    displayName: z.optional(displayName),
    // An emptied date field sends an empty text: a blank, as null is.
    birthday: z.optional(z.nullable(z.union([z.literal(''), z.iso.date()]))),
    gender: z.optional(z.nullable(z.enum(['', ...genders]))),
    countryOfResidence: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/)))),
    industries: z.optional(z.array(z.enum(industries)).check(z.maxLength(20))),
    channels: z.optional(z.array(channel).check(z.maxLength(20))),
    timeZone: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    photoURL: z.optional(photoURL),
    shownToInvited: z.optional(z.boolean()),
  }),
  errors: ['forbidden', 'field_read_only'],
})

/** Name and photo of the account are those of the profile: what this changes, `GET /users/{uid}` says too. */
export const patchIdentityProfile = endpoint<AuthUser>()({
  id: 'patchIdentityProfile',
  method: 'PATCH',
  path: '/identity/profile',
  access: 'bearer',
  summary: 'Changes the display name of the account, or removes its photo.',
  tag: 'identity',
  body: z.strictObject({ displayName: z.optional(displayName), photoURL: z.optional(photoURL) }),
})

export const getPublicUser = endpoint<PublicUser>()({
  id: 'getPublicUser',
  method: 'GET',
  path: '/api/v1/public/users/{shortId}',
  access: 'public',
  summary: 'Who invites: name and photo, where the member allows it, else nulls.',
  tag,
  params: z.object({ shortId: z.string().check(z.minLength(1), z.maxLength(64)) }),
})
