import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mailsOf, readDeliveryReport } from '#rules/delivery-report.ts'
import type { Db } from '../database.ts'
import type { Secret } from '../secret.ts'
import { recordMailReports, suppressionOf } from './address-trouble.ts'

/** What mails to our sender's mailbox said. */
export interface ReturnedMails {
  mails: number
  /** Addresses that are sent no mail from now on. */
  suppressed: string[]
  /** Reports of addresses that were sent none before. */
  known: number
  /** Reports that say nothing against an address: late, full for now, or a refusal of who we are. */
  passing: number
  /** Reports that return no mail of ours to the address: forged, or without its header. */
  foreign: number
  /** Other mails. */
  others: number
}

/**
 * The `Message-ID` of a mail. It says when the mail was sent and is marked with our key for its address: anyone can
 * write a report to our sender's mailbox, and only who got the mail can return it.
 */
export function messageIdOf(
  secret: Secret,
  { to, host, at }: { to: string; host: string; at: Date },
): string {
  const left = `${at.getTime().toString(36)}.${randomBytes(6).toString('hex')}`
  return `<${left}.${markOf(secret, left, to)}@${host}>`
}

/**
 * Reads delivery reports and complaints, each text a mail or a mailbox file, and suppresses the addresses of those mails
 * of ours that came back for good. Reading them again changes nothing, also after an address was found to work.
 */
export async function recordReturnedMails(db: Db, secret: Secret, texts: string[]): Promise<ReturnedMails> {
  const mails = texts.flatMap(mailsOf)
  const found: ReturnedMails = {
    mails: mails.length,
    suppressed: [],
    known: 0,
    passing: 0,
    foreign: 0,
    others: 0,
  }
  for (const mail of mails) {
    const report = readDeliveryReport(mail)
    if (!report) found.others += 1
    else if (report.kind !== 'bounce' && report.kind !== 'complaint') found.passing += 1
    else {
      const { kind, detail, messageId } = report
      const address = report.addresses.find((one) => isMailedTo(secret, messageId, one))
      if (address === undefined) {
        found.foreign += 1
        continue
      }
      const wasSuppressed = await suppressionOf(db, address)
      await recordMailReports(db, [{ address, kind, detail, mailedAt: mailedAt(messageId!) }])
      const isSuppressed = await suppressionOf(db, address)
      if (isSuppressed && !wasSuppressed) found.suppressed.push(address)
      else found.known += 1
    }
  }
  return found
}

function isMailedTo(secret: Secret, messageId: string | null, address: string): boolean {
  const [, left, mark] = /^<([\da-z]+\.[\da-f]+)\.([\w-]+)@/.exec(messageId ?? '') ?? []
  if (!left || !mark) return false
  const [given, right] = [Buffer.from(mark), Buffer.from(markOf(secret, left, address))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function mailedAt(messageId: string): Date {
  return new Date(Number.parseInt(messageId.slice(1, messageId.indexOf('.')), 36))
}

function markOf(secret: Secret, left: string, address: string): string {
  return secret.hash('mail', `${left} ${address.toLowerCase()}`).subarray(0, 16).toString('base64url')
}
