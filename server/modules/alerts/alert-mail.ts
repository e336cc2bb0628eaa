import { m } from '#messages'
import { defaultLanguage } from '#contracts/languages.ts'
import type { Alert, Watched } from '#rules/alerts.ts'
import type { LoneActs } from '#server/modules/operators/public.ts'
import { inLanguage, textNamed } from '#server/platform/language.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { amountInEnglish } from '#server/platform/shown-amounts.ts'
import { operatorTimeText } from '#server/platform/shown-times.ts'

/** What is said by mail and by webhook: counts, ages and times, and nothing of a member. */
export interface Said {
  subject: string
  lines: string[]
}

/** In words: what began to wait too long, or is not proved, and what somebody did alone. */
export function alertText(alerts: readonly Alert[], acts: readonly LoneActs[]): Said {
  const lines = [...alerts.map(lineOf), ...acts.map(lineOfActs)]
  return { subject: m.alerts_subject({ count: lines.length }), lines }
}

/** The digest: every queue that has something, and whether books and log are proved. */
export function digestText({ queues, books, auditLog }: Watched, now: Date): Said {
  const waiting = queues.filter(({ count }) => count > 0)
  const lines = [
    ...waiting.map(({ queue, count, oldestAt }) =>
      m.alerts_digest_queue({ queue: queueName(queue), count, hours: hoursSince(oldestAt, now) }),
    ),
    ...(waiting.length === 0 ? [m.alerts_digest_empty()] : []),
    books?.isRight
      ? m.alerts_books_clean({ time: operatorTimeText(books.at) })
      : lineOf({ name: books ? 'books.wrong' : 'books.unchecked', at: books?.at ?? null }),
    auditLog?.isRight
      ? m.alerts_log_whole({ time: operatorTimeText(auditLog.at) })
      : lineOf({ name: auditLog ? 'audit-log.wrong' : 'audit-log.unchecked', at: auditLog?.at ?? null }),
    // Where it cannot be changed with the database: docs/decisions/083-an-act-is-an-entry-of-a-chained-log.md.
    ...(auditLog?.last ? [m.alerts_log_head({ ...auditLog.last, entry: String(auditLog.last.entry) })] : []),
  ]
  return { subject: m.alerts_digest_subject(), lines }
}

/** The mail of it; every one is in the operators' language. */
export function alertMail(to: string, { subject, lines }: Said, publicOrigin: string): Mail {
  const mail = inLanguage(defaultLanguage, () =>
    composeMail({ to, subject, lines, action: { label: m.alerts_action(), url: `${publicOrigin}/console` } }),
  )
  // One that came back must not end all alerts.
  return { ...mail, isRequested: true }
}

function lineOf(alert: Alert): string {
  if ('queue' in alert) {
    const { queue, count, ageHours, hoursMax } = alert
    return m.alerts_queue({ queue: queueName(queue), count, hours: ageHours, max: hoursMax })
  }
  if (alert.at === null) return alert.name.startsWith('books') ? m.alerts_books_never() : m.alerts_log_never()
  const time = operatorTimeText(alert.at)
  if (alert.name === 'books.wrong') return m.alerts_books_wrong({ time })
  if (alert.name === 'books.unchecked') return m.alerts_books_unchecked({ time })
  return alert.name === 'audit-log.wrong' ? m.alerts_log_wrong({ time }) : m.alerts_log_unchecked({ time })
}

/** What was done often is one line with how often, so that nothing beside it is overlooked. */
function lineOfActs(acts: LoneActs): string {
  const { action: act, by, isByCommand, count, firstAt, lastAt, items } = acts
  const isOfCampaigns = act.startsWith('campaign.')
  const said = { act, by, time: operatorTimeText(firstAt) }
  const often = { ...said, count, lastTime: operatorTimeText(lastAt) }
  const line =
    count === 1
      ? (isByCommand ? m.alerts_command : m.alerts_alone)(said)
      : (isByCommand ? m.alerts_command_often : m.alerts_alone_often)(often)
  if (items.length === 0) return line
  const named = items.map(itemText).join(', ')
  const more = count - items.length
  if (isOfCampaigns)
    return `${line} ${more > 0 ? m.alerts_campaigns_more({ campaigns: named, count: more }) : m.alerts_campaigns({ campaigns: named })}`
  return `${line} ${more > 0 ? m.alerts_items_more({ items: named, count: more }) : m.alerts_items({ items: named })}`
}

function itemText({ slug, points, crels, faceValue, bonus }: LoneActs['items'][number]): string {
  if (bonus !== null) return m.alerts_campaign_bonus({ campaign: slug, count: bonus })
  if (points !== null) return m.alerts_item_points({ item: slug, count: points })
  if (faceValue) return m.alerts_item_value({ item: slug, value: amountInEnglish(faceValue) })
  return crels === null ? slug : m.alerts_item_crels({ item: slug, count: crels })
}

function queueName(queue: string): string {
  return textNamed(`alerts_queue_${queue.replaceAll('-', '_')}`) ?? queue
}

function hoursSince(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, Math.floor((now.getTime() - at.getTime()) / 3_600_000))
}
