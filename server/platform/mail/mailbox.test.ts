import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { composeMail } from './compose-mail.ts'
import { listMail, mailboxMailer, mailboxSize } from './mailbox.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const mailer = mailboxMailer()
const mail = (to: string, subject = 'Subject') => composeMail({ to, subject, lines: ['Hello'] })

test('keeps a mail if and only if its transaction commits', async () => {
  await app.db.transaction().execute(async (tx) => await mailer.send(tx, mail('kept@example.com')))
  const failed = app.db.transaction().execute(async (tx) => {
    await mailer.send(tx, mail('lost@example.com'))
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await mailsTo(app, 'KEPT@example.com')).toHaveLength(1)
  expect(await mailsTo(app, 'lost@example.com')).toEqual([])
})

test('answers programs with the newest first, addresses and code picked out', async () => {
  const { email } = await createMember(app, { verified: false })
  await mailer.send(app.db, mail(email, 'Second'))
  const mails = await mailsTo(app, email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'Verify your e-mail address'])
  expect(mails[0]).toEqual({
    to: email,
    subject: 'Second',
    text: expect.stringContaining('Hello'),
    html: expect.stringContaining('<!doctype html>'),
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    links: [],
    code: null,
  })
  expect(mails[1]).toMatchObject({
    code: expect.stringMatching(/^\d{6}$/),
    links: [expect.any(String), expect.any(String)],
  })
})

test('shows people a list, and each mail with its code, its links and its source', async () => {
  const { email } = await createMember(app, { verified: false })
  const { id } = (await listMail(app.db, { to: email }))[0]!
  const list = await app.server.inject({ url: '/dev/mail', query: { to: email } })
  expect(list.body).toContain(`href="/dev/mail/${id}"`)
  const page = await app.server.inject(`/dev/mail/${id}`)
  expect(page.statusCode).toBe(200)
  expect(page.body).toMatch(/<p class="code">\d{6}<\/p>/)
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('Verify my address</a>')
})

test('escapes what a stranger typed', async () => {
  await mailer.send(app.db, mail('"<i>"@example.com', '<script>alert(1)</script>'))
  const list = await app.server.inject('/dev/mail')
  expect(list.body).not.toContain('<script>alert')
  expect(list.body).not.toContain('<i>')
  const search = await app.server.inject({ url: '/dev/mail', query: { to: '<b>x' } })
  expect(search.body).not.toContain('<b>x')
})

test.each(['/dev/mail/999999', '/dev/mail/x', '/dev/mail/99999999999999999999'])(
  'answers %s with 404',
  async (url) => {
    expect((await app.server.inject(url)).statusCode).toBe(404)
  },
)

test('keeps no more than it should', async () => {
  const many = mailboxSize + 20
  await Promise.all(
    Array.from(
      { length: many },
      async (_, n) => await mailer.send(app.db, mail('many@example.com', String(n))),
    ),
  )
  await mailer.send(app.db, mail('many@example.com'))
  expect((await listMail(app.db, { limit: many * 2 })).length).toBe(mailboxSize)
})

test('does not exist in production', async () => {
  const production = await startTestApp({ env: 'production' })
  try {
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/1'])
      expect((await production.server.inject(url)).statusCode, url).toBe(404)
  } finally {
    await production.close()
  }
})
