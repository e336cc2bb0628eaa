import { describe, expect, test } from 'vitest'
import { mailsOf, readDeliveryReport } from './delivery-report.ts'

/** A report as mail servers write it: a text for people, the report, and the head of what came back. */
function reportOf(
  status: string,
  { type = 'delivery-status', encoding = '7bit', returned = head } = {},
): string {
  return [
    'Return-Path: <>',
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'To: hello@crels.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="a=b/c"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--a=b/c',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry. Final-Recipient: rfc822; someone.else@example.com',
    '',
    '--a=b/c',
    'Content-Description: Delivery report',
    `Content-Type: message/${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    status,
    '',
    '--a=b/c',
    'Content-Type: text/rfc822-headers',
    '',
    returned,
    '',
    '--a=b/c--',
    'Final-Recipient: rfc822; behind@example.com',
    '',
  ].join('\r\n')
}

const head = 'Message-ID:\r\n <1.2.3@crels.example>\r\nTo: "" <Ada@Example.com>\r\nSubject: News'

/** What a mail server says of one recipient. */
const failed = (status: string, diagnostic?: string, action = 'failed') =>
  [
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
  ].join('\r\n')

describe('a delivery report', () => {
  test.each([
    [
      failed('5.1.1', 'smtp; 550-5.1.1 The email account that you tried to reach\r\n    does not exist'),
      'bounce',
    ],
    [failed('5.2.1 (disabled)'), 'bounce'],
    // The server's own code says nothing: what the other one answered does.
    [failed('5.0.0', 'smtp; 550 No such user here'), 'bounce'],
    [failed('5.0.0', 'smtp; 550 5.1.1 <ada@example.com>: Recipient address rejected'), 'bounce'],
    // A domain that is not there: Postfix, Exchange.
    [failed('5.4.4', 'X-Postfix; Host or domain name not found'), 'bounce'],
    [failed('5.4.310'), 'bounce'],
    [failed('5.2.2', 'smtp; 552 5.2.2 Mailbox full'), 'soft_bounce'],
    [failed('4.4.7', 'smtp; 451 4.4.7 Delivery time expired'), 'soft_bounce'],
    // Of us, of the road, or of nothing yet.
    [failed('5.7.1', 'smtp; 550 5.7.1 Our system has detected spam'), null],
    [failed('5.0.0', 'smtp; 550 Blocked by our policy'), null],
    [failed('4.4.1', 'smtp; 451 try later', 'delayed'), null],
    [failed('2.1.5', undefined, 'delivered'), null],
    [failed(''), null],
    // One of two behind a list did not get it: the address works.
    [
      `${failed('5.1.1')}\r\n\r\nFinal-Recipient: rfc822; bob@example.com\r\nAction: delivered\r\nStatus: 2.0.0`,
      'soft_bounce',
    ],
  ])('%j: %s', (status, kind) => {
    expect(readDeliveryReport(reportOf(status))).toMatchObject({
      kind,
      messageId: '<1.2.3@crels.example>',
      addresses: expect.arrayContaining(['ada@example.com']),
    })
  })

  test('is read where it is encoded or within another mail, with what the server said', () => {
    const base64 = Buffer.from(failed('5.1.1', 'smtp; 550 5.1.1 Kein Postfach für\u0007 Ada')).toString(
      'base64',
    )
    const encoded = reportOf(base64.replaceAll(/(.{60})/g, '$1\r\n'), { encoding: 'base64' })
    const read = { kind: 'bounce', detail: 'smtp; 550 5.1.1 Kein Postfach für Ada' }
    expect(readDeliveryReport(encoded)).toMatchObject(read)
    const quoted =
      'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822;=\n ada@example.com\nAction: fai=6Ced\nStatus: 5.1.1'
    expect(readDeliveryReport(reportOf(quoted, { encoding: 'Quoted-Printable' }))).toMatchObject({
      kind: 'bounce',
    })
    const within = `Content-Type: multipart/mixed; boundary=out\n\n--out\n${reportOf(failed('5.1.1'))}\n--out--\n`
    expect(readDeliveryReport(within)).toMatchObject({ kind: 'bounce' })
  })

  test('names the addresses it may be about, ours first, and no Message-ID that it does not return', () => {
    const forwarded = failed('5.1.1')
      .replace('ada@', 'ada@old.')
      .replace('Final', 'Original-Recipient: rfc822;ADA@x.example\r\nFinal')
    expect(readDeliveryReport(reportOf(forwarded, { returned: 'Subject: News' }))).toMatchObject({
      messageId: null,
      addresses: ['ada@x.example', 'ada@old.example.com'],
    })
    expect(readDeliveryReport(reportOf(forwarded))!.addresses[0]).toBe('ada@example.com')
    const relayed = 'Message-ID: <of@relay.example>\r\nX-Mail-ID: <1.2.3@crels.example>'
    expect(readDeliveryReport(reportOf(forwarded, { returned: relayed }))!.messageId).toBe(
      '<1.2.3@crels.example>',
    )
  })
})

test.each([
  ['abuse', 'complaint'],
  ['not-spam', null],
])('a complaint of the type %s is %s', (type, kind) => {
  const said = `Feedback-Type: ${type}\r\nVersion: 1\r\nOriginal-Rcpt-To: <ada@example.com>`
  const report = reportOf(said, { type: 'feedback-report', returned: 'Message-ID: <1.2.3@crels.example>' })
  expect(readDeliveryReport(report)).toMatchObject({ kind, addresses: ['ada@example.com'] })
})

test.each([
  '',
  'rubbish',
  'Subject: Out of office\n\nStatus: 5.1.1\nAction: failed',
  'Content-Type: multipart/report\n\n--x\nContent-Type: message/delivery-status\n\nAction: failed',
  `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/rfc822\n\n${reportOf(failed('5.1.1'))}\n--x--`,
  '\n'.repeat(100_000),
  `Content-Type: multipart/mixed; boundary=x\n\n${'--x\nContent-Type: multipart/mixed; boundary=x\n\n'.repeat(2_000)}`,
])('reads nothing of %#', (mail) => {
  expect(readDeliveryReport(mail)).toBeNull()
})

test('a mailbox file has many mails, a file of one mail one', () => {
  const mails = [
    'Subject: One\n\nFrom here on\nit goes on',
    'Subject: Two\n\nText',
    reportOf(failed('5.1.1')),
  ]
  const mailbox = mails.map((mail) => `From MAILER-DAEMON Mon Nov 23 10:00:00 2026\n${mail}\n`).join('\n')
  const read = mailsOf(mailbox)
  expect(read).toHaveLength(3)
  expect(read[0]).toContain('it goes on')
  expect(readDeliveryReport(read[2]!)).toMatchObject({ kind: 'bounce' })
  expect(mailsOf(mails[2]!)).toHaveLength(1)
  expect(mailsOf(' \n')).toEqual([])
  expect(mailsOf(`From a@b.example 10:00\n${'\n'.repeat(200_000)}`)).toEqual([])
})
