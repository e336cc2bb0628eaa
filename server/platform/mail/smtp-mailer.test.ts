import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { composeMail } from './compose-mail.ts'
import { openMailer } from './mailer.ts'

interface Received {
  from: string
  to: string[]
  data: string
}

const received: Received[] = []
let refusals = 0
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    let data = ''
    stream.on('data', (chunk: Buffer) => (data += chunk))
    stream.on('end', () => {
      if (refusals > 0) {
        refusals--
        return done(Object.assign(new Error('try later'), { responseCode: 451 }))
      }
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        data,
      })
      done()
    })
  },
})

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  app = await startTestApp({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Crels <hello@crels.example>' })
  await app.work()
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const mailerDeps = () => ({
  secret: app.secret,
  log: pino({ level: 'silent' }),
  enqueue: app.jobs.add,
})
const signUp = async (email: string) =>
  await app.server.inject({
    method: 'POST',
    url: '/identity/sign-up',
    payload: { email, password: 'a secret horse' },
  })
const mailTo = async (email: string) =>
  await vi.waitFor(
    () => {
      const mail = received.find(({ to }) => to.includes(email))
      if (!mail) throw new Error('nothing yet')
      return mail
    },
    { timeout: 50_000, interval: 100 },
  )

test('sends through a real SMTP conversation, in plain text and HTML', async () => {
  expect((await signUp('smtp@example.com')).statusCode).toBe(201)
  const mail = await mailTo('smtp@example.com')
  expect(mail.from).toBe('hello@crels.example')
  expect(mail.to).toEqual(['smtp@example.com'])
  expect(mail.data).toMatch(/^From: Crels <hello@crels.example>/m)
  expect(mail.data).toMatch(/^Subject: Verify your e-mail address/m)
  expect(mail.data).toContain('multipart/alternative')
  expect(mail.data).toMatch(/^\d{6}\r?$/m)
})

test('says to mail programs how one click stops mails of a kind and where answers go, and nothing of it in others', async () => {
  const unsubscribeUrl = `https://crels.example/unsubscribe?token=${'a'.repeat(120)}`
  const { secret, enqueue, log } = mailerDeps()
  const mailer = openMailer({ config: app.config, secret, log, enqueue })
  const news = {
    ...composeMail({ to: 'news@example.com', subject: 'News', lines: ['Hello'], unsubscribeUrl }),
    replyTo: 'asker@example.com',
  }
  await app.db.transaction().execute(async (tx) => await mailer.send(tx, news))
  mailer.close()
  const head = (await mailTo('news@example.com')).data.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([
      `List-Unsubscribe: <${unsubscribeUrl}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Reply-To: asker@example.com',
    ]),
  )
  expect((await mailTo('smtp@example.com')).data).not.toMatch(/^(List-Unsubscribe|Reply-To)/m)
})

test('keeps the code out of the queue in readable form', async () => {
  expect((await signUp('sealed@example.com')).statusCode).toBe(201)
  const mail = await mailTo('sealed@example.com')
  const code = /^(\d{6})\r?$/m.exec(mail.data)![1]!
  const { rows } = await sql<{ data: string }>`
    select data::text from pgboss.job where name = 'send-mail'`.execute(app.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { data } of rows) {
    expect(data).not.toContain(code)
    expect(data).not.toContain('sealed@example.com')
  }
})

test('tries again by itself when the server refuses for now', async () => {
  refusals = 1
  await signUp('later@example.com')
  await mailTo('later@example.com')
  expect(refusals).toBeLessThan(1)
})

test('has no mailbox', async () => {
  expect((await app.server.inject('/dev/mail')).statusCode).toBe(404)
  expect((await app.server.inject('/dev/mail.json')).statusCode).toBe(404)
})
