import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { authUser } from './identity.schemas.ts'
import { versionToAgree } from './legal.schemas.ts'
import { languages } from './languages.ts'
import { date, visible } from './shapes.ts'
import { channelPlatforms, genders, industries } from './taxonomies.ts'

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

/** Media types a photo may have when it is uploaded, and its largest size in bytes. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const photoBytesMax = 5 * 1024 * 1024

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
  /**
   * The language of mails and notifications, and of the site in each browser that the member signs in with; null is
   * English.
   */
  language: z.nullable(z.enum(languages)),
  /** Who opens my invitation link sees my display name and photo. */
  shownToInvited: z.boolean(),
  /** Others see my place on the leaderboard without my name and photo. */
  hiddenOnLeaderboard: z.boolean(),
  /** Years that a member of this site has at least: a later birthday is refused. */
  ageMin: z.int(),
  gamification: z.object({ invitedBy: z.nullable(z.string()) }),
  profileCompletion: z.object({
    isComplete: z.boolean(),
    completionPercentage: z.int(),
    missingFields: z.array(completionEntry),
    completedFields: z.array(completionEntry),
  }),
  /**
   * Versions of the terms and the privacy page that wait for the member; only `GET` says them, and only where there are
   * some.
   */
  toAgree: z.optional(z.array(versionToAgree)),
})
export type User = z.output<typeof user>

/** What a member shows to who opens their invitation link; nulls where they do not allow it. */
export const publicUser = z.object({
  shortId: z.string(),
  displayName: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
})
export type PublicUser = z.output<typeof publicUser>

export const userSchemas = {
  getUser: {
    summary: 'One’s own profile, with how complete it is.',
    tag,
    params,
    errors: ['forbidden'],
    unverifiedAllowed: true,
    responses: { 200: user },
  },
  putPhoto: {
    summary:
      'Takes a new photo of one’s own: the image itself is the body. `photoURL: null` in a PATCH removes it.',
    tag,
    params,
    bodyTypes: photoTypes,
    bodyLimit: photoBytesMax,
    ratePerMinute: 20,
    errors: ['forbidden', 'image_unreadable', 'image_too_large'],
    responses: { 200: user },
  },
  patchUser: {
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
      language: z.optional(z.nullable(z.enum(languages))),
      photoURL: z.optional(photoURL),
      shownToInvited: z.optional(z.boolean()),
      hiddenOnLeaderboard: z.optional(z.boolean()),
    }),
    errors: ['forbidden', 'field_read_only'],
    responses: { 200: user },
  },
  patchIdentityProfile: {
    summary: 'Changes the display name of the account, or removes its photo.',
    tag: 'identity',
    body: z.strictObject({ displayName: z.optional(displayName), photoURL: z.optional(photoURL) }),
    responses: { 200: authUser },
  },
  getPublicUser: {
    summary: 'Who invites: name and photo, where the member allows it, else nulls.',
    tag,
    params: z.object({ shortId: z.string().check(z.minLength(1), z.maxLength(64)) }),
    responses: { 200: publicUser },
  },
} satisfies Record<string, EndpointSchemas>
