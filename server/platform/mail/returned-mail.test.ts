import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { secretOf } from '../secret.ts'
import { countTrouble, liftSuppression, suppressionOf } from './address-trouble.ts'
import { messageIdOf, recordReturnedMails } from './returned-mail.ts'

const key = { id: '0123456789ab', material: 'x'.repeat(32) }
const secret = secretOf(() => ({ sealing: key, opening: [key], unbound: key, hashing: key }))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

/** A delivery report or complaint about a mail to an address, which returns the head of a mail. */
function report(
  about: string,
  returned: string,
  type: 'delivery-status' | 'feedback-report' = 'delivery-status',
): string {
  const heads = `--b\nContent-Type: message/${type}\n\n${about}\n\n--b\nContent-Type: text/rfc822-headers\n\n${returned}`
  return `From: mailer-daemon@mx.example\nContent-Type: multipart/report; boundary=b\n\n${heads}\n--b--\n`
}

const failed = (address: string, status = '5.1.1') =>
  `Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ${address}\nAction: failed\nStatus: ${status}`

/** The head of a mail of ours, as it comes back. */
function headOf(to: string, at = new Date()): string {
  return `Message-ID: ${messageIdOf(secret, { to, host: 'crels.example', at })}\nTo: <${to}>`
}

const read = async (...texts: string[]) => await recordReturnedMails(database.db, secret, texts)
const none = { mails: 1, suppressed: [], known: 0, passing: 0, foreign: 0, others: 0 }

test('suppresses the address of a mail of ours that came back, and reads a report again without effect', async () => {
  const email = 'Ada@example.com'
  // Behind a forwarder another address failed; the mail was to ours.
  const bounce = report(failed('ada@old.example'), headOf(email))
  expect(await read(bounce)).toEqual({ ...none, suppressed: ['ada@example.com'] })
  expect(await suppressionOf(database.db, email)).toMatchObject({ reason: 'bounce', detail: '5.1.1' })
  expect(await read(`From x 10:00\n${bounce}\n\nFrom x 10:00\n${bounce}`, 'Subject: Hello')).toEqual({
    ...none,
    mails: 3,
    known: 2,
    others: 1,
  })

  expect(await liftSuppression(database.db, email)).toBe(true)
  expect(await liftSuppression(database.db, email)).toBe(false)
  expect(await countTrouble(database.db)).toEqual({ bounce: 0, complaint: 0, soft: 0 })
  // The mailbox is read again, after the address was found to work.
  expect(await read(bounce)).toEqual({ ...none, known: 1 })
  expect(await suppressionOf(database.db, email)).toBeUndefined()
  const later = headOf(email, new Date(Date.now() + 60_000))
  const complaint = report(`Feedback-Type: abuse\nOriginal-Rcpt-To: <${email}>`, later, 'feedback-report')
  expect(await read(complaint)).toEqual({ ...none, suppressed: ['ada@example.com'] })
  expect(await suppressionOf(database.db, email)).toMatchObject({ reason: 'complaint' })
})

test('believes only a report that returns the mail, and ignores one that says nothing of the address', async () => {
  const email = 'bob@example.com'
  const head = headOf(email)
  const mark = /\.([\w-]+)@/.exec(head)![1]!
  const forged = [
    report(failed(email), `To: ${email}`),
    report(failed(email), `Message-ID: <abc@crels.example>\nTo: ${email}`),
    report(failed(email), head.replace(mark, mark.slice(1))),
    report(failed(email), head.replace(mark, `${mark.slice(0, -2)}AA`)),
    // Their own mail, for the address of another.
    report(failed(email), headOf('mallory@example.com').replace('To: <mallory@', 'To: <bob@')),
  ]
  expect(await read(...forged)).toEqual({ ...none, mails: 5, foreign: 5 })
  expect(await read(report(failed(email, '5.7.1'), head), report(failed(email, '4.4.7'), head))).toEqual({
    ...none,
    mails: 2,
    passing: 2,
  })
  expect(await countTrouble(database.db)).toMatchObject({ bounce: 0, soft: 0 })
  expect(await read(report(failed(email), head))).toMatchObject({ suppressed: [email] })
})
