import { sql } from 'kysely'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { judgeSmtpRefusal, type SmtpRefusal } from '#rules/mail-report.ts'
import type { Db, Tx } from '../database.ts'
import { forgetJobs } from '../forget-jobs.ts'
import { job } from '../jobs.ts'
import { openUnlessLost } from '../secret.ts'
import { siteLogoPng } from '../site-logo.ts'
import { traced } from '../tracing/tracing.ts'
import { logoCid } from './compose-mail.ts'
import { forgetTrouble, recordMailReports, suppressionOf } from './address-trouble.ts'
import type { Mail, Mailer, MailerDeps } from './mailer.ts'
import { messageIdOf } from './returned-mail.ts'

interface SealedMail {
  sealed: string
}

export const sendMailJob = 'send-mail'

/** Eight within half an hour or so, then one each quarter of an hour: three days in all. */
const retries = { retryLimit: 290, retryDelayMax: 15 * 60 }

type QueuedMail = Omit<Mail, 'usefulMinutes'> & {
  /** In milliseconds. */
  usefulUntil?: number
}

/**
 * Sends by SMTP. The mail is enqueued in the caller's transaction, sealed, since it may carry a code that opens an
 * account, and sent by a worker with growing delays until the server takes it, for three days at most. An address that takes no mail for good is
 * sent none from then on, but for what its reader asks for.
 */
export function smtpMailer(url: string, { config, db, secret, log, enqueue }: MailerDeps): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const { hostname: host } = new URL(config.publicOrigin)
  const counts = { sent: 0, bounced: 0, failed: 0 }
  const open = (sealed: string) => JSON.parse(secret.open(sendMailJob, 'job', sealed)) as QueuedMail
  return {
    send: async (tx, { usefulMinutes, ...mail }) => {
      const usefulUntil = usefulMinutes && { usefulUntil: Date.now() + usefulMinutes * 60_000 }
      const queued = JSON.stringify({ ...mail, ...usefulUntil } satisfies QueuedMail)
      await enqueue(tx as Tx, sendMailJob, { sealed: secret.seal(sendMailJob, 'job', queued) })
    },
    forget: async (db, addresses) => {
      await forgetTrouble(db, addresses)
      const known = new Set(addresses.map((address) => address.toLowerCase()))
      return await forgetJobs(db, sendMailJob, ({ sealed }) => {
        const { to, replyTo = '' } = open(sealed)
        return known.has(to.toLowerCase()) || known.has(replyTo.toLowerCase())
      })
    },
    failureTo: async (db, address, since) => {
      const isTo = ({ sealed }: SealedMail) => openUnlessLost(() => open(sealed).to === address) ?? false
      return (await suppressionOf(db, address))?.detail ?? (await lastRefusal(db, isTo, since))
    },
    counts,
    jobs: [
      job<SealedMail>({
        name: sendMailJob,
        doc: 'Sends one mail through the SMTP server.',
        ...retries,
        isOutward: true,
        run: async ({ sealed }) => {
          const mail = open(sealed)
          if (mail.usefulUntil !== undefined && mail.usefulUntil < Date.now()) return
          if (!mail.isRequested && (await suppressionOf(db, mail.to))) return
          try {
            const messageId = messageIdOf(secret, { to: mail.to, host, at: new Date() })
            const content = { ...envelope(mail, config, messageId), ...(await withLogo(mail.html)) }
            await traced('SMTP', {}, async () => await transport.sendMail(content))
            counts.sent += 1
          } catch (error) {
            const kind = judgeSmtpRefusal(error as SmtpRefusal)
            counts[kind === 'bounce' ? 'bounced' : 'failed'] += 1
            if (kind) await recordMailReports(db, [{ address: mail.to, kind, detail: answerOf(error) }])
            // Another attempt would have the same answer.
            if (kind !== 'bounce') throw error
            log.info('An address takes no mail: crels mail suppressed')
          }
        },
      }),
    ],
    close: () => transport.close(),
  }
}

/** What was said of the newest mail since a moment that was not taken and `matches`; of a hundred such mails. */
async function lastRefusal(
  db: Db,
  matches: (mail: SealedMail) => boolean,
  since: Date,
): Promise<string | null> {
  const { rows } = await sql<{ data: SealedMail; message: string | null }>`
    select data, output ->> 'message' as message from pgboss.job
    where name = ${sendMailJob} and state in ('retry', 'failed') and created_on >= ${since}
    order by created_on desc limit 100`.execute(db)
  const refused = rows.find(({ data }) => matches(data))
  return refused ? (refused.message ?? '') : null
}

function envelope(
  { to, replyTo, subject, text, html, unsubscribeUrl }: Mail,
  { mailFrom }: Pick<MailerDeps['config'], 'mailFrom'>,
  messageId: string,
) {
  return {
    from: mailFrom,
    messageId,
    // As an address object, so that no character of it is read as a second recipient.
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject,
    text,
    html,
    headers: { 'X-Mail-ID': messageId, ...(unsubscribeUrl ? unsubscribeHeaders(unsubscribeUrl) : {}) },
  }
}

/** The HTML with the logo it shows attached; without, where the site has none any more. */
async function withLogo(html: string): Promise<Pick<SendMailOptions, 'html' | 'attachments'>> {
  if (!html.includes(`cid:${logoCid}`)) return { html }
  const content = await siteLogoPng(108)
  if (content === null) return { html: html.replace(/<img src="cid:[^>]*>/, '') }
  return {
    html,
    attachments: [{ filename: 'logo.png', content, cid: logoCid, contentDisposition: 'inline' }],
  }
}

function answerOf(error: unknown): string {
  const { response, message } = error as { response?: string; message: string }
  return (response ?? message).slice(0, 300)
}

/** By which mail programs offer to stop mails of a kind, and do it with one click. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
