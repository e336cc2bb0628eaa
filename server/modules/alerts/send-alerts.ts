import { sql } from 'kysely'
import { defaultLanguage } from '#contracts/languages.ts'
import { alertsOf, dueDigest } from '#rules/alerts.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { listOperators, loneActsSince, type LoneActs } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { inLanguage } from '#server/platform/language.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import type { AlertDeps } from './alert-deps.ts'
import { alertMail, alertText, digestText, type Said } from './alert-mail.ts'

/**
 * Notifies operators of what waits too long or is not proved, and of what one person did alone that others are to hear of: each once
 * a day of UTC, in the transaction that notes it, whatever runs at the same time: by the day of the site's zone, another
 * zone to the west silenced it for up to 31 hours. Answers of how many.
 */
export async function sendAlerts(deps: AlertDeps): Promise<number> {
  return await deps.db.transaction().execute(async (tx) => {
    const now = await databaseNow(tx)
    const alerts = alertsOf(await deps.watch(tx), deps.hoursOf, now)
    const acts = await takeLoneActs(tx, now)
    const isNew = await takeNames(
      tx,
      utcDate(now),
      alerts.map(({ name }) => name),
    )
    const notified = alerts.filter(({ name }) => isNew(name))
    const count = notified.length + acts.reduce((sum, act) => sum + act.count, 0)
    if (count > 0)
      await notify(
        tx,
        deps,
        'alert',
        inLanguage(defaultLanguage, () => alertText(notified, acts)),
      )
    return count
  })
}

/**
 * Mails how all of it stands, once a day, in the hour of the digest in the site's zone or, where nothing ran then, later on
 * that day; answers whether it did. Its name has the zone: the day after another is chosen has its digest, whichever date
 * the zone before had come to. Later on the day another zone brings no second one.
 */
export async function sendAlertDigest(deps: AlertDeps): Promise<boolean> {
  return await deps.db.transaction().execute(async (tx) => {
    const now = await databaseNow(tx)
    const zone = siteZone()
    const due = dueDigest(now, zone)
    if (due === null || (due.isLate && (await wasDigestSent(tx, due.date)))) return false
    const name = `digest.${zone.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
    const isNew = await takeNames(tx, due.date, [name])
    if (!isNew(name)) return false
    const watched = await deps.watch(tx)
    await notify(
      tx,
      deps,
      'digest',
      inLanguage(defaultLanguage, () => digestText(watched, now)),
    )
    return true
  })
}

/** Whether the digest of a day, or of one after it, was told by the days of whichever zone. */
async function wasDigestSent(tx: Tx, date: string): Promise<boolean> {
  const { rows } = await sql`
    select from alert_told where name like 'digest.%' and told_on >= ${date}::date limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * What was done alone since the last mail of it, each once: within a week, and within a day where none was ever sent. A
 * concurrent run waits here, then finds them mailed.
 */
async function takeLoneActs(tx: Tx, now: Date): Promise<LoneActs[]> {
  await sql`select pg_advisory_xact_lock(hashtext('tell lone acts'))`.execute(tx)
  const { rows } = await sql<{ mailed: number | null }>`
    select max(substr(name, 5)::bigint)::float8 as mailed from alert_told where name like 'act.%'`.execute(tx)
  const { mailed } = rows[0]!
  const since = new Date(now.getTime() - (mailed === null ? 1 : 7) * dayMs)
  const acts = await loneActsSince(tx, { since, afterSeq: mailed ?? 0 })
  if (acts.length > 0)
    await sql`
      insert into alert_told (name, told_on)
      values (${`act.${Math.max(...acts.map(({ lastSeq }) => lastSeq))}`}, 'epoch')`.execute(tx)
  return acts
}

/** Of some names those that are new today. A concurrent run waits here, then finds none of them new. */
async function takeNames(tx: Tx, today: string, names: string[]): Promise<(name: string) => boolean> {
  const { rows } = await sql<{ name: string }>`
    insert into alert_told (name, told_on)
    select name, ${today}::date from unnest(${names}::text[]) name order by name
    on conflict do nothing returning name`.execute(tx)
  await sql`
    delete from alert_told where told_on <> 'epoch' and told_on < ${today}::date - 7`.execute(tx)
  const taken = new Set(rows.map(({ name }) => name))
  return (name) => taken.has(name)
}

async function notify(tx: Tx, deps: AlertDeps, kind: 'alert' | 'digest', said: Said): Promise<void> {
  const { mailer, enqueue, publicOrigin, webhookUrl } = deps
  for (const to of await readers(tx, deps)) await mailer.send(tx, alertMail(to, said, publicOrigin))
  if (webhookUrl !== null)
    await enqueue(tx, 'post-alert', { kind, ...said, text: [said.subject, ...said.lines].join('\n') })
}

async function readers(tx: Tx, { emails }: AlertDeps): Promise<string[]> {
  if (emails.length > 0) return emails
  const operators = await listOperators(tx)
  return operators.filter(({ role, disabledAt }) => role === 'owner' && !disabledAt).map(({ email }) => email)
}
