import { createTransport } from 'nodemailer'
import type { Tx } from '../database.ts'
import { forgetJobs } from '../forget-jobs.ts'
import { job } from '../jobs.ts'
import type { Mail, Mailer, MailerDeps } from './mailer.ts'

export const sendMailJob = 'send-mail'

/**
 * Sends by SMTP. The mail is enqueued in the caller's transaction, sealed, since it may carry a code that opens an
 * account, and sent by a worker with growing delays until the server takes it.
 */
export function smtpMailer(url: string, { config, secret, enqueue }: MailerDeps): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const open = (sealed: string) => JSON.parse(secret.open(sendMailJob, 'job', sealed)) as Mail
  return {
    send: async (tx, mail) => {
      await enqueue(tx as Tx, sendMailJob, { sealed: secret.seal(sendMailJob, 'job', JSON.stringify(mail)) })
    },
    forget: async (db, addresses) => {
      const known = new Set(addresses.map((address) => address.toLowerCase()))
      return await forgetJobs(db, sendMailJob, ({ sealed }) => known.has(open(sealed).to.toLowerCase()))
    },
    jobs: [
      job<{ sealed: string }>({
        name: sendMailJob,
        doc: 'Sends one mail through the SMTP server.',
        retryLimit: 8,
        run: async ({ sealed }) => {
          const { to, replyTo, subject, text, html, unsubscribeUrl } = open(sealed)
          // As an address object, so that no character of it is read as a second recipient.
          await transport.sendMail({
            from: config.mailFrom,
            to: { name: '', address: to },
            ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
            subject,
            text,
            html,
            ...(unsubscribeUrl ? { headers: unsubscribeHeaders(unsubscribeUrl) } : {}),
          })
        },
      }),
    ],
    close: () => transport.close(),
  }
}

/** By which mail programs offer to stop mails of a kind, and do it with one click. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
