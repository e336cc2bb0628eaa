import { describe, expect, test } from 'vitest'
import { judgeSmtpRefusal, readMailReports } from './mail-report.ts'

describe('an answer of a mail server', () => {
  test.each([
    [{ responseCode: 550, command: 'RCPT TO', response: '550 5.1.1 User unknown' }, 'bounce'],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 No such user' }, 'bounce'],
    [{ responseCode: 550, command: 'DATA', response: '550 5.1.1 User unknown' }, 'bounce'],
    [{ responseCode: 556, command: 'RCPT TO', response: '556 5.1.10 Null MX' }, 'bounce'],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 5.2.1 Mailbox disabled' }, 'bounce'],
    [{ responseCode: 552, command: 'RCPT TO', response: '552 5.2.2 Mailbox full' }, 'soft_bounce'],
    [{ responseCode: 450, command: 'RCPT TO', response: '450 4.2.0 Greylisted' }, 'soft_bounce'],
    // Ours, not the address's.
    [{ responseCode: 550, command: 'RCPT TO', response: '550 5.7.1 Your network is blocked' }, null],
    [{ responseCode: 554, command: 'RCPT TO', response: '554 Relaying denied' }, null],
    [{ responseCode: 550, command: 'DATA', response: '550 Looks like spam' }, null],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 relay not permitted' }, null],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 Administrative prohibition' }, null],
    [{ responseCode: 550, command: 'RCPT TO', response: '550 10.5.1.1 is on a blocklist' }, null],
    [{ responseCode: 535, command: 'AUTH PLAIN', response: '535 5.7.8 Wrong password' }, null],
    [{}, null],
  ])('%j: %s', (refusal, judged) => {
    expect(judgeSmtpRefusal(refusal)).toBe(judged)
  })
})

describe('a report of a provider', () => {
  const said = (kind: string, detail: string) => [{ address: 'ada@example.com', kind, detail }]
  const ses = (message: object) => ({ Type: 'Notification', Message: JSON.stringify(message) })
  test.each([
    [{ type: 'bounce', email: 'Ada@Example.com', providerId: 'm1' }, said('bounce', 'm1')],
    [[{ type: 'complaint', email: 'ada@example.com' }], said('complaint', '')],
    [{ type: 'bounce', email: 'Ada L. <ada@example.com>', providerId: 'a\0\nb' }, said('bounce', 'a b')],
    [{ type: 'delivered', email: 'ada@example.com' }, []],
    [
      { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ada@example.com', Description: 'gone' },
      said('bounce', 'gone'),
    ],
    [{ RecordType: 'Bounce', Type: 'Transient', Email: 'ada@example.com' }, said('soft_bounce', '')],
    [{ RecordType: 'SpamComplaint', Email: 'ada@example.com' }, said('complaint', '')],
    [{ RecordType: 'Open' }, []],
    [
      ses({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: 'ada@example.com', diagnosticCode: '5.1.1' }],
        },
      }),
      said('bounce', '5.1.1'),
    ],
    [
      ses({
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: 'ada@example.com' }] },
      }),
      said('complaint', ''),
    ],
    [ses({ notificationType: 'Delivery' }), []],
    [{ Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.example' }, []],
  ])('%j', (body, reports) => {
    expect(readMailReports(body)).toEqual(reports)
  })

  test.each([
    null,
    'bounce',
    {},
    { type: 'bounce' },
    { type: 'bounce', email: 'no address' },
    { type: 'bounce', email: 'a\0@example.com' },
    { type: 'bounce', email: `${'a'.repeat(64)}@${'b'.repeat(190)}` },
    { type: 'bounce', email: ['ada@example.com'] },
    { Type: 'Notification', Message: 3 },
  ])('refuses %j', (body) => {
    expect(() => readMailReports(body)).toThrow()
  })
})
