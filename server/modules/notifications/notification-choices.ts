import { sql } from 'kysely'
import type {
  NotificationChoiceChanges,
  NotificationChoices,
} from '#contracts/notification-choices.schemas.ts'
import {
  choiceOf,
  isMandatory,
  notificationGroups,
  type NotificationChoice,
  type NotificationGroup,
} from '#rules/notification-choices.ts'
import { defaultQuietHours, nextQuietHours, quietHoursEnd, type QuietHours } from '#rules/quiet-hours.ts'
import { findMember, type Member } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { suppressionOf } from '#server/platform/mail/address-trouble.ts'

/** By which channels a member hears of what. Throws `forbidden` for another's uid. */
export async function getNotificationChoices(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  uid: string,
): Promise<NotificationChoices> {
  if (uid !== actor.uid) throw problem('forbidden')
  const chosen = await chosenBy(db, uid)
  const groups = notificationGroups.map((group) => [
    group,
    { ...choiceOf(group, chosen.get(group)), isMandatory: isMandatory(group) },
  ])
  return {
    groups: Object.fromEntries(groups) as NotificationChoices['groups'],
    mailTrouble: await mailTroubleOf(db, uid),
    quietHours: await quietHoursOf(db, uid),
  }
}

/** Changes choices; the others stay. Throws `forbidden`, and `not_found` without a member. */
export async function changeNotificationChoices(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { uid, groups = {}, quietHours }: { uid: string } & NotificationChoiceChanges,
): Promise<NotificationChoices> {
  if (uid !== actor.uid) throw problem('forbidden')
  for (const [group, change] of Object.entries(groups))
    if (!(await writeChoice(tx, uid, group as NotificationGroup, change))) throw problem('not_found')
  if (quietHours && !(await writeQuietHours(tx, uid, quietHours))) throw problem('not_found')
  return await getNotificationChoices(tx, actor, uid)
}

/** Why and since when mails to a member's address do not arrive; null where they do. */
async function mailTroubleOf(db: Db, uid: string): Promise<NotificationChoices['mailTrouble']> {
  const email = (await findMember(db, uid))?.email
  const found = email === undefined ? undefined : await suppressionOf(db, email)
  return found ? { reason: found.reason, since: found.since.toISOString() } : null
}

/** A member's choice about a group. */
export async function choiceAbout(
  db: Db,
  uid: string,
  group: NotificationGroup,
): Promise<NotificationChoice> {
  return choiceOf(group, (await chosenBy(db, uid)).get(group))
}

/**
 * Whether a member is mailed at all: anybody can sign up with the address of another, who then gets the mail that asks
 * for the proof and no further one.
 */
export function mayBeMailed({ isEmailVerified }: Pick<Member, 'isEmailVerified'>): boolean {
  return isEmailVerified
}

/** When no device of a member rings. */
async function quietHoursOf(db: Db, uid: string): Promise<QuietHours> {
  const { rows } = await sql<QuietHours>`
    select from_hour as "from", until_hour as "until" from quiet_hours where uid = ${uid}`.execute(db)
  return rows[0] ?? defaultQuietHours
}

/** The time zone a member lives by; a profile may leave it blank. */
export function zoneOf({ timeZone }: Pick<Member, 'timeZone'>): string {
  return timeZone || 'UTC'
}

/** From when on a member's devices may ring: now, or the end of their quiet hours, in milliseconds since 1970. */
export async function mayRingFrom(
  db: Db,
  member: Pick<Member, 'uid' | 'timeZone'>,
  now: number,
): Promise<number> {
  return quietHoursEnd(now, zoneOf(member), await quietHoursOf(db, member.uid))
}

/** When a member's devices are quiet next, in milliseconds from now; null where they never are. */
export async function quietAhead(
  db: Db,
  member: Pick<Member, 'uid' | 'timeZone'>,
  now: number,
): Promise<{ fromMs: number; untilMs: number } | null> {
  const next = nextQuietHours(now, zoneOf(member), await quietHoursOf(db, member.uid))
  return next && { fromMs: next.from - now, untilMs: next.until - now }
}

/** Active members who asked for a group themselves, by uid, since when; not those who never chose. */
export async function membersWhoWant(
  db: Db,
  group: NotificationGroup,
  { after, limit }: { after: string; limit: number },
): Promise<{ uid: string; since: Date }[]> {
  const { rows } = await sql<{ uid: string; since: Date }>`
    select c.uid, c.changed_at as since
    from notification_choice c join member m on m.uid = c.uid
    where c.group_name = ${group} and (c.in_app or c.mail <> 'off' or c.push)
      and m.state = 'active' and c.uid > ${after}
    order by c.uid limit ${limit}`.execute(db)
  return rows
}

/** Writes what a member changed of a choice; false when there is no such member (any more). */
export async function writeChoice(
  tx: Db,
  uid: string,
  group: NotificationGroup,
  {
    inApp = null,
    mail = null,
    push = null,
  }: { [K in keyof NotificationChoice]?: NotificationChoice[K] | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notification_choice as c (uid, group_name, in_app, mail, push)
    select uid, ${group}, ${inApp}::boolean, ${mail}::text, ${push}::boolean from member where uid = ${uid} for key share
    on conflict (uid, group_name) do update set in_app = coalesce(excluded.in_app, c.in_app),
      mail = coalesce(excluded.mail, c.mail), push = coalesce(excluded.push, c.push), changed_at = excluded.changed_at`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Groups whose mails were stopped, and how they came before. */
export type StoppedMails = Partial<Record<NotificationGroup, 'now' | 'daily'>>

/** Stops the mails of a group, or all that come together once a day; answers which that were. */
export async function stopMails(
  tx: Tx,
  uid: string,
  which: NotificationGroup | 'daily',
): Promise<StoppedMails> {
  const chosen = await chosenBy(tx, uid)
  const stopped: StoppedMails = {}
  for (const group of notificationGroups) {
    const { mail } = choiceOf(group, chosen.get(group))
    if (mail === 'off' || isMandatory(group) || (which !== 'daily' ? which !== group : mail !== 'daily'))
      continue
    stopped[group] = mail
    await writeChoice(tx, uid, group, { mail: 'off' })
  }
  return stopped
}

/** Has mails come again as they did before they were stopped; a choice that was made since stays. */
export async function restoreMails(tx: Tx, uid: string, stopped: StoppedMails): Promise<void> {
  const chosen = await chosenBy(tx, uid)
  for (const [group, mail] of Object.entries(stopped) as [NotificationGroup, 'now' | 'daily'][])
    if (choiceOf(group, chosen.get(group)).mail === 'off') await writeChoice(tx, uid, group, { mail })
}

async function writeQuietHours(tx: Tx, uid: string, { from, until }: QuietHours): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into quiet_hours (uid, from_hour, until_hour)
    select uid, ${from}::smallint, ${until}::smallint from member where uid = ${uid} for key share
    on conflict (uid) do update set from_hour = excluded.from_hour, until_hour = excluded.until_hour`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

async function chosenBy(db: Db, uid: string): Promise<Map<string, Partial<NotificationChoice>>> {
  const { rows } = await sql<{ group: string } & Record<keyof NotificationChoice, unknown>>`
    select group_name as "group", in_app as "inApp", mail, push from notification_choice where uid = ${uid}`.execute(
    db,
  )
  return new Map(
    rows.map(({ group, ...choice }) => {
      const chosen = Object.entries(choice).filter(([, value]) => value !== null)
      return [group, Object.fromEntries(chosen) as Partial<NotificationChoice>]
    }),
  )
}
