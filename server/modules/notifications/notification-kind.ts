import type { NotificationGroup } from '#rules/notification-choices.ts'

/** The time zone of who reads; null where their profile has none. */
export type ReaderZone = string | null

/** What a notification is, in one place: what it says, and what it opens. */
export interface NotificationKind<Facts extends object> {
  /** By which choice a member stops it; `account` is mandatory: always in the inbox and mailed. */
  group: NotificationGroup
  /** What makes two of them the same, such as an id: the second is not written. Without it each one is. */
  about?(facts: Facts): string
  /**
   * Follows its like: not sent before a minute has passed without another, or 15 since the first, and one with those that
   * came until then (`notifyTakenBack`).
   */
  gathers?: true
  /** The module of the fact mails a disabled member itself: it is written as sent. */
  mailsDisabledItself?: true
  /**
   * The first version that has it, where that is not 0.1.0; or by its facts the first that says them rightly, null for what
   * all do. While a process of an older version runs, it is held back (hold-notifications.ts).
   */
  since?: string | ((facts: Facts) => string | null)
  /** When it is of no use any more: it is not shown, mailed or pushed from then on. */
  expiresAt?(facts: Facts): string
  /** The subject of its mail too. */
  title(facts: Facts): string
  /** Paragraphs, plain text. */
  lines(facts: Facts, zone: ReaderZone): string[]
  /** What a locked screen may show, where title and first line are too much for it: they say amounts. */
  push?(facts: Facts, zone: ReaderZone): { title: string; body: string }
  /** The page of ours it opens, and what the button in its mail says. */
  opens(facts: Facts): { path: string; label: string }
}

/** Declares a kind, keeping the type of its facts. */
export function notificationKind<Facts extends object>(
  kind: NotificationKind<Facts>,
): NotificationKind<Facts> {
  return kind
}
