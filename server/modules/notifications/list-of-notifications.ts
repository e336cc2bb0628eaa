import type { NotificationKindName } from '#contracts/notifications.constants.ts'
import type { NotificationGroup } from '#rules/notification-choices.ts'
import { decisionKinds } from './decision-kinds.ts'
import type { NotificationKind } from './notification-kind.ts'

/** Every kind of notification. A new one is a row here and in contracts/notifications.constants.ts. */
const kinds = { ...decisionKinds } satisfies Record<NotificationKindName, NotificationKind<never>>

type FactsOf<K> = K extends NotificationKind<infer Facts> ? Facts : never

/** A notification, with the facts its text is made of. */
export type Notification = {
  [K in NotificationKindName]: { kind: K; facts: FactsOf<(typeof kinds)[K]> }
}[NotificationKindName]

/** What a notification says. */
export interface NotificationContent {
  group: NotificationGroup
  title: string
  lines: string[]
  opens: { path: string; label: string }
}

/** The text of a notification and what it opens. */
export function contentOf({ kind, facts }: Notification): NotificationContent {
  const { group, title, lines, opens } = definitionOf(kind)
  return { group, title: title(facts), lines: lines(facts), opens: opens(facts) }
}

/** What a notification is about, where the same comes once. */
export function aboutOf({ kind, facts }: Notification): string | null {
  return definitionOf(kind).about?.(facts) ?? null
}

/** The definition of a kind; the caller has facts of that kind. */
function definitionOf(kind: NotificationKindName): NotificationKind<object> {
  return kinds[kind] as unknown as NotificationKind<object>
}
