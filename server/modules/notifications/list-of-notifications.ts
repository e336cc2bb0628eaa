import { sql } from 'kysely'
import type { NotificationKindName } from '#contracts/notifications.constants.ts'
import { isMandatory, type NotificationGroup } from '#rules/notification-choices.ts'
import { accountKinds } from './account-kinds.ts'
import { announcementKinds, campaignKinds } from './campaign-kinds.ts'
import { decisionKinds } from './decision-kinds.ts'
import { leaderboardKinds } from './leaderboard-kinds.ts'
import { moneyKinds } from './money-kinds.ts'
import type { NotificationKind, ReaderZone } from './notification-kind.ts'
import { rewardKinds } from './reward-kinds.ts'
import { shopKinds } from './shop-kinds.ts'
import { takenBackKinds } from './taken-back-kinds.ts'

/** Every kind of notification. A new one is a row here and in contracts/notifications.constants.ts. */
const kinds = {
  ...decisionKinds,
  ...campaignKinds,
  ...announcementKinds,
  ...accountKinds,
  ...moneyKinds,
  ...takenBackKinds,
  ...leaderboardKinds,
  ...rewardKinds,
  ...shopKinds,
} satisfies Record<NotificationKindName, NotificationKind<never>>

const knownKinds: readonly string[] = Object.keys(kinds)

/**
 * In a query of `notification`: whether its kind has words here. While versions run side by side a newer one may write
 * others, which wait for a process that has them.
 */
export const isKnownKind = sql`kind = any(${knownKinds}::text[])`

/** The names of those that wait for their like. */
export const gatheringKinds: readonly string[] = knownKinds.filter(
  (kind) => definitionOf(kind as NotificationKindName).gathers,
)

type FactsOf<K> = K extends NotificationKind<infer Facts> ? Facts : never

/** A notification, with the facts its text is made of. */
export type Notification = {
  [K in NotificationKindName]: { kind: K; facts: FactsOf<(typeof kinds)[K]> }
}[NotificationKindName]

/** What a notification says. */
export interface NotificationContent {
  group: NotificationGroup
  /** Its inbox and mail cannot be switched off. */
  isMandatory: boolean
  /** It is mailed to a member who is disabled too: they read no inbox. */
  mailsDisabled: boolean
  title: string
  lines: string[]
  opens: { path: string; label: string }
  push: { title: string; body: string; path: string }
}

/** The text of a notification for its member, with times where they live, and what it opens. */
export function contentOf(
  { kind, facts }: Notification,
  { timeZone }: { timeZone: ReaderZone },
): NotificationContent {
  const { group, ...of } = definitionOf(kind)
  const [title, lines, opens] = [of.title(facts), of.lines(facts, timeZone || null), of.opens(facts)]
  const push = { ...(of.push?.(facts, timeZone || null) ?? { title, body: lines[0]! }), path: opens.path }
  const mailsDisabled = isMandatory(group) && !of.mailsDisabledItself
  return { group, isMandatory: isMandatory(group), mailsDisabled, title, lines, opens, push }
}

/**
 * What is written beside the facts: by which choice it is shown, what it is about, until when it is of use, whether a
 * disabled member is mailed it elsewhere, and which version is the first that has it (null where all have).
 */
export function columnsOf({ kind, facts }: Notification): {
  group: NotificationGroup
  about: string | null
  expiresAt: string | null
  mailsDisabledItself: boolean
  since: string | null
} {
  const { group, about, expiresAt, mailsDisabledItself = false, since = null } = definitionOf(kind)
  return {
    group,
    about: about?.(facts) ?? null,
    expiresAt: expiresAt?.(facts) ?? null,
    mailsDisabledItself,
    since: typeof since === 'function' ? since(facts) : since,
  }
}

/** The definition of a kind; the caller has facts of that kind. */
export function definitionOf(kind: NotificationKindName): NotificationKind<object> {
  return kinds[kind] as unknown as NotificationKind<object>
}
