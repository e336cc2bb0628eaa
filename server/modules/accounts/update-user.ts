import type * as z from 'zod/mini'
import { isDeepStrictEqual } from 'node:util'
import type { User, userSchemas, Channel } from '#contracts/users.schemas.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockMember, saveProfile, type Member } from './member-queries.ts'
import { dropPhoto } from './put-photo.ts'
import { profileIssues, type ProfileIssue } from './profile-checks.ts'
import { userDocument } from './user-document.ts'
import { channelAddress } from '#rules/channel-address.ts'

export type UserPatch = z.output<(typeof userSchemas)['patchUser']['body']>

/** Carries a member's name and photo over to the identity provider, in the same transaction. */
export type UpdateIdentity = (
  tx: Tx,
  uid: string,
  profile: { displayName: string | null; photoURL: string | null },
) => Promise<void>

/**
 * Says that a member's time zone in the profile changes, in the same transaction: their days follow it in their own
 * way. Throws `validation_failed` when it is too soon for another change.
 */
export type RecordTimeZone = (
  tx: Tx,
  party: string,
  change: { before: string | null; after: string | null },
) => Promise<void>

const writable = [
  'fullName',
  'displayName',
  'birthday',
  'gender',
  'countryOfResidence',
  'industries',
  'channels',
  'timeZone',
  'language',
  'photoURL',
  'shownToInvited',
  'hiddenOnLeaderboard',
] as const satisfies (keyof User & keyof Member)[]

/**
 * Changes one's own profile: all of the change or nothing. Read-only fields are accepted when they say what is true.
 * Throws `forbidden`, `not_found`, `field_read_only` and `validation_failed`.
 */
export async function updateUser(
  tx: Tx,
  actor: MemberActor,
  { uid, patch: sent }: { uid: string; patch: UserPatch },
  {
    clock,
    updateIdentity,
    recordTimeZone,
    files,
    ageMin,
  }: {
    clock: Clock
    updateIdentity: UpdateIdentity
    recordTimeZone: RecordTimeZone
    files: Pick<Files, 'drop'>
    ageMin: number
  },
): Promise<User> {
  if (uid !== actor.uid) throw problem('forbidden')
  const member = await lockMember(tx, uid)
  if (!member) throw problem('not_found')
  // What waits for an agreement is no part of the profile; who sends the whole document back sends it too.
  const { toAgree: _, ...patch } = sent
  const current = userDocument(member, ageMin)
  refuseReadOnly(patch, current)
  const issues = [
    ...unknownFields(patch, current),
    ...profileIssues(patch, { now: clock.now(), ageMin, current }),
    ...photoIssues(patch, current),
    ...checkChannels(patch.channels ?? [], member.channels).issues,
  ]
  if (issues.length > 0) throw problem('validation_failed', { members: { issues } })

  const next = { ...member, ...changes(patch, member) }
  if (next.photoURL !== member.photoURL) await dropPhoto(tx, member, files)
  if (next.timeZone !== member.timeZone)
    await recordTimeZone(tx, member.party, {
      before: member.timeZone || null,
      after: next.timeZone || null,
    })
  await saveProfile(tx, uid, next)
  await updateIdentity(tx, uid, next)
  return userDocument(next, ageMin)
}

function refuseReadOnly(patch: UserPatch, current: User) {
  const fields = Object.keys(patch).filter(
    (field) =>
      Object.hasOwn(current, field) &&
      !isWritable(field) &&
      !isDeepStrictEqual(patch[field], current[field as keyof User]),
  )
  if (fields.length > 0) throw problem('field_read_only', { members: { fields } })
}

function unknownFields(patch: UserPatch, current: User): ProfileIssue[] {
  return Object.keys(patch)
    .filter((field) => !Object.hasOwn(current, field))
    .map((field) => ({ path: `body.${field}`, code: 'unrecognized_keys', message: 'There is no such field' }))
}

/** A photo's address comes from an upload; here it can stay or go. */
function photoIssues({ photoURL }: UserPatch, current: User): ProfileIssue[] {
  if (!photoURL || photoURL === current.photoURL) return []
  return [{ path: 'body.photoURL', code: 'invalid_value', message: 'Upload a photo instead' }]
}

function changes(patch: UserPatch, member: Member): Partial<Member> {
  const given = Object.fromEntries(
    writable.filter((field) => patch[field] !== undefined).map((field) => [field, patch[field]]),
  ) as Partial<Member>
  if (given.industries) given.industries = [...new Set(given.industries)]
  if (given.channels) given.channels = checkChannels(given.channels, member.channels).channels
  if (given.birthday === '') given.birthday = null
  if (given.photoURL === '') given.photoURL = null
  return given
}

function isWritable(field: string): boolean {
  return (writable as readonly string[]).includes(field)
}

/**
 * Normalizes channels: one address each, no duplicates. A channel that the member already has passes unchanged, so that a
 * profile can be read and sent back; any other address that names no channel is an issue.
 */
function checkChannels(
  given: readonly Channel[],
  current: readonly { platform: string; address: string }[],
): { channels: Channel[]; issues: ProfileIssue[] } {
  const channels = new Map<string, Channel>()
  const issues: ProfileIssue[] = []
  for (const [index, { platform, address }] of given.entries()) {
    const isOld = current.some((one) => one.platform === platform && one.address === address)
    const checked = channelAddress(platform, address)
    if (typeof checked === 'string' || isOld) {
      const channel = { platform, address: typeof checked === 'string' ? checked : address }
      channels.set(`${platform} ${channel.address}`, channel)
    } else
      issues.push({
        path: `body.channels.${index}.address`,
        code: checked.issue,
        message: `Not a channel on ${platform}`,
      })
  }
  return { channels: [...channels.values()], issues }
}
