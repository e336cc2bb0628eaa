import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { hasDevelopmentTools } from '#server/development-tools.ts'
import type { Db, Tx } from '../database.ts'
import type { Job } from '../jobs.ts'
import type { Secret } from '../secret.ts'
import { mailboxMailer } from './mailbox.ts'
import { smtpMailer } from './smtp-mailer.ts'

/** A mail as people get it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
  /** Asked for by its reader a moment ago, or a request to the operator: it is tried also where earlier ones bounced. */
  isRequested?: boolean
  /** Minutes after which it is of no use, since its code or link is over: then it is not sent any more. */
  usefulMinutes?: number
  /** Where one click (RFC 8058) stops mails of this kind; mails about the account itself have none. */
  unsubscribeUrl?: string
}

/** The one way to send mail: it leaves if and only if the caller's transaction commits. */
export interface Mailer {
  send(tx: Tx | Db, mail: Mail): Promise<void>
  /**
   * Removes every copy of mails to some addresses that have been sent, and of those that are answered to one of them;
   * answers how many are still to be sent.
   */
  forget(db: Db, addresses: string[]): Promise<number>
  /** Why mails to an address since a moment were not taken so far; null where none was refused. */
  failureTo(db: Db, address: string, since: Date): Promise<string | null>
  /** Mails since this process began: taken by the SMTP server, refused by it for good, or not taken this time. */
  counts: { sent: number; bounced: number; failed: number }
  /** The jobs that carry mail, for the queue to know. */
  jobs: Job[]
  close(): void
}

export interface MailerDeps {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'env' | 'host' | 'publicOrigin' | 'developmentTools'>
  secret: Secret
  log: Logger
  /** Enqueues a job in the caller's transaction. */
  enqueue(tx: Tx, name: string, data: object): Promise<void>
}

/** Mail by SMTP through the job `send-mail`, or, where no server is set, kept in the development mailbox. */
export function openMailer(deps: MailerDeps): Mailer {
  if (deps.config.smtpUrl) return smtpMailer(deps.config.smtpUrl, deps)
  if (!hasDevelopmentTools(deps.config))
    deps.log.warn('SMTP_URL is not set: no mail leaves, and no address can be verified')
  return mailboxMailer()
}
