import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { isMandatory, notificationGroups, type NotificationGroup } from '#rules/notification-choices.ts'
import type { Db } from '#server/platform/database.ts'
import { escapeHtml, plainPage } from '#server/platform/http/plain-page.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { restoreMails, stopMails, type StoppedMails } from './notification-choices.ts'
import { languageInUse } from '#server/platform/language.ts'

const path = '/unsubscribe'

/** What a link stops: the mails of a group, or those that come together once a day. */
type Stops = NotificationGroup | 'daily'

/** Of what a link stops which mails for whom: it opens nothing else, and works for as long as the mail is kept. */
export function unsubscribeUrl(
  { secret, publicOrigin }: { secret: Secret; publicOrigin: string },
  { uid, stops }: { uid: string; stops: Stops },
): string {
  return `${publicOrigin}${addressOf(secret, [uid, stops])}`
}

function addressOf(secret: Secret, said: [uid: string, what: Stops | StoppedMails]): string {
  const asked = JSON.stringify(said)
  return `${path}?token=${Buffer.from(asked).toString('base64url')}.${markOf(secret, asked)}`
}

/**
 * `GET /unsubscribe` asks, since programs follow the links of mails; `POST` does it, as the button of the page and the
 * one click of mail programs (RFC 8058) send it: without a cookie, from anywhere, with whatever body.
 */
export function unsubscribeRoutes(server: FastifyInstance, { db, secret }: { db: Db; secret: Secret }): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    scope.get<{ Querystring: { token?: unknown } }>(path, async ({ query }, reply) => {
      const asked = read(secret, query.token)
      // An undoing is a press on the page itself.
      if (!asked || 'restores' in asked) return page(reply, 404, badPage())
      return page(reply, 200, askPage(asked.stops, String(query.token)))
    })
    scope.post<{ Querystring: { token?: unknown } }>(path, async ({ query }, reply) => {
      const asked = read(secret, query.token)
      if (!asked) return page(reply, 404, badPage())
      // Who has left gets no mail either way.
      if ('restores' in asked) {
        await inTransaction(db, async (tx) => await restoreMails(tx, asked.uid, asked.restores))
        return page(reply, 200, restoredPage(asked.restores))
      }
      const { uid, stops } = asked
      const stopped = await inTransaction(db, async (tx) => await stopMails(tx, uid, stops))
      return page(reply, 200, donePage(stops, undoUrl(secret, uid, stopped)))
    })
  })
}

/** What a link asks for: to stop mails, or to undo that at once, as they were before. */
type Asked = { uid: string; stops: Stops } | { uid: string; restores: StoppedMails }

function read(secret: Secret, token: unknown): Asked | null {
  if (typeof token !== 'string' || token.length > 1000) return null
  try {
    const [uid, said] = JSON.parse(textOf(secret, token)) as [string, string | StoppedMails]
    // With our mark: it says what we wrote there.
    if (typeof said === 'object') return { uid, restores: said }
    const stops = (formerNames[said] ?? said) as Stops
    return stops === 'daily' || (notificationGroups.includes(stops) && !isMandatory(stops))
      ? { uid, stops }
      : null
  } catch {
    return null
  }
}

/** Where the mails that a link has just stopped are restored; null where there were none. */
function undoUrl(secret: Secret, uid: string, stopped: StoppedMails): string | null {
  return Object.keys(stopped).length === 0 ? null : addressOf(secret, [uid, stopped])
}

/** As links of mails from before say it. */
const formerNames: Record<string, Stops> = { points_expiring: 'points', earning_unlocked: 'earnings' }

/** Marked with the key of hashes, which a rotation of SECRET leaves alone: mails are kept for years. */
function markOf(secret: Secret, asked: string): string {
  return secret.hash('unsubscribe link', asked).toString('base64url')
}

/** Throws for a token that is not ours. */
function textOf(secret: Secret, token: string): string {
  const [encoded, mark] = token.split('.')
  // As earlier versions made them.
  if (mark === undefined) return secret.open('unsubscribe', 'link', token)
  const asked = Buffer.from(encoded!, 'base64url').toString('utf8')
  const right = Buffer.from(markOf(secret, asked))
  const given = Buffer.from(mark)
  if (right.length !== given.length || !timingSafeEqual(right, given)) throw new Error('Not our mark')
  return asked
}

/** What mails are about, as a person calls them. */
function nameOf(group: NotificationGroup): string {
  const names: Record<NotificationGroup, () => string> = {
    account: m.mails_account,
    answers: m.mails_answers,
    earnings: m.mails_earnings,
    points: m.mails_points,
    campaign_changes: m.mails_campaign_changes,
    campaign_news: m.mails_campaign_news,
    friends: m.mails_friends,
    check_in: m.mails_check_in,
    exchange: m.mails_exchange,
    shop: m.mails_shop,
    leaderboard: m.mails_leaderboard,
    news: m.mails_news,
  }
  return names[group]()
}

function askPage(stops: Stops, token: string): string {
  const action = `${path}?token=${encodeURIComponent(token)}`
  const ask = stops === 'daily' ? m.mails_stop_daily_ask() : m.mails_stop_ask({ kind: nameOf(stops) })
  return plainPage(
    m.mails_stop_title(),
    `<h1>${escapeHtml(m.mails_stop_title())}</h1>
<p class="muted">${escapeHtml(ask)}</p>
<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(m.mails_stop())}</button></form>`,
  )
}

function donePage(stops: Stops, undo: string | null): string {
  const done = stops === 'daily' ? m.mails_stopped_daily() : m.mails_stopped({ kind: nameOf(stops) })
  const form =
    undo === null
      ? ''
      : `<form method="post" action="${escapeHtml(undo)}"><button>${escapeHtml(m.mails_undo())}</button></form>\n`
  return plainPage(
    m.mails_stopped_title(),
    `<h1>${escapeHtml(m.mails_stopped_title())}</h1>
<p class="card">${escapeHtml(done)}</p>
${form}${toChoices()}`,
  )
}

function restoredPage(restores: StoppedMails): string {
  const kinds = new Intl.ListFormat(languageInUse()).format(
    Object.keys(restores).map((group) => nameOf(group as NotificationGroup)),
  )
  return plainPage(
    m.mails_restored_title(),
    `<h1>${escapeHtml(m.mails_restored_title())}</h1>
<p class="card">${escapeHtml(m.mails_restored({ kinds }))}</p>
${toChoices()}`,
  )
}

function toChoices(): string {
  return `<p><a href="${paths.profileInfo}#notifications">${escapeHtml(m.mails_all_choices())}</a></p>`
}

function badPage(): string {
  return plainPage(
    m.mails_bad_title(),
    `<h1>${escapeHtml(m.mails_bad_title())}</h1>
<p class="card">${escapeHtml(m.mails_bad())}</p>
${toChoices()}`,
  )
}

function page(reply: FastifyReply, status: 200 | 404, html: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
}
