import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { takeSiteLogoFrom } from '#server/platform/site-logo.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { listSuppressed, recordMailReports, suppressionOf } from './address-trouble.ts'
import { composeMail } from './compose-mail.ts'
import { openMailer } from './mailer.ts'
import { mailReport } from './report-routes.ts'

interface Received {
  from: string
  to: string[]
  data: string
}

const received: Received[] = []
let refusals = 0
/** Addresses that do not exist, and how often each was tried. */
const unknown = new Map<string, number>()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    const tried = unknown.get(address)
    if (tried === undefined) return done()
    unknown.set(address, tried + 1)
    done(Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 }))
  },
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
  db: app.db,
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
/** Signs up; the address counts as verified without the code, which does not arrive everywhere. */
const verified = async (email: string) => {
  const { user, accessToken } = (await signUp(email)).json()
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query('update identity.auth_user set email_verified = true where id = $1', [user.uid])
  await owner.end()
  const refreshed = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email, password: 'a secret horse' },
  })
  const headers = { authorization: `Bearer ${refreshed.json().accessToken ?? accessToken}` }
  return { uid: user.uid as string, headers }
}
const choices = async ({ uid, headers }: { uid: string; headers: Record<string, string> }) => {
  await app.server.inject({ url: `/api/v1/users/${uid}`, headers })
  return (await app.server.inject({ url: `/api/v1/users/${uid}/notification-choices`, headers })).json()
}
const mailTo = async (email: string) =>
  await vi.waitFor(
    () => {
      const mail = received.find(({ to }) => to.includes(email))
      if (!mail) throw new Error('nothing yet')
      return mail
    },
    { timeout: 50_000, interval: 100 },
  )

test('says why a mail to an address is not taken so far, and nothing once it is', async () => {
  const since = new Date(Date.now() - 1_000)
  const mailer = openMailer({ config: app.config, ...mailerDeps() })
  const failure = async (to: string) => await mailer.failureTo(app.db, to, since)
  refusals = 1
  const send = async (to: string) =>
    await app.db.transaction().execute(async (tx) => {
      await mailer.send(tx, { ...composeMail({ to, subject: 'Test', lines: ['Test'] }), isRequested: true })
    })
  await send('late@example.com')
  await vi.waitFor(async () => expect(await failure('late@example.com')).toContain('try later'), 50_000)
  expect(await failure('other@example.com')).toBeNull()
  await mailTo('late@example.com')
  await vi.waitFor(async () => expect(await failure('late@example.com')).toBeNull(), 50_000)
  unknown.set('nobody-there@example.com', 0)
  await send('nobody-there@example.com')
  await vi.waitFor(
    async () => expect(await failure('nobody-there@example.com')).toContain('User unknown'),
    50_000,
  )
  mailer.close()
})

test('a mail carries the logo of the site that it shows, and shows none that is gone', async () => {
  const logo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00f' } })
    .webp()
    .toBuffer()
  const mailer = openMailer({ config: app.config, ...mailerDeps() })
  const send = async (to: string) => {
    takeSiteLogoFrom({ key: () => 'logos/x.webp', read: async () => await Promise.resolve(logo) })
    const mail = composeMail({ to, subject: 'Logo', lines: ['One'] })
    if (to.startsWith('gone')) takeSiteLogoFrom()
    await app.db.transaction().execute(async (tx) => await mailer.send(tx, mail))
    return (await mailTo(to)).data
  }
  const shown = await send('logo@example.com')
  expect(shown).toMatch(/Content-Type: image\/png/)
  expect(shown).toMatch(/Content-ID: <site-logo>/i)
  const gone = await send('gone@example.com')
  expect(gone).not.toMatch(/image\/png|cid:/)
  mailer.close()
})

test('sends through a real SMTP conversation, in plain text and HTML', async () => {
  expect((await signUp('smtp@example.com')).statusCode).toBe(201)
  const mail = await mailTo('smtp@example.com')
  expect(mail.from).toBe('hello@crels.example')
  expect(mail.to).toEqual(['smtp@example.com'])
  expect(mail.data).toMatch(/^From: Crels <hello@crels.example>/m)
  expect(mail.data).toMatch(/^Subject: Verify your e-mail address/m)
  for (const name of ['Message-ID', 'X-Mail-Id'])
    expect(mail.data).toMatch(
      new RegExp(`^${name}:\\s+<[\\da-z]+\\.[\\da-f]{12}\\.[\\w-]{22}@[\\w.]+>\\r$`, 'im'),
    )
  expect(mail.data).toContain('multipart/alternative')
  expect(mail.data).toMatch(/^\d{6}\r?$/m)
})

test('says to mail programs how one click stops mails of a kind and where answers go, and nothing of it in others', async () => {
  const unsubscribeUrl = `https://crels.example/unsubscribe?token=${'a'.repeat(120)}`
  const mailer = openMailer({ config: app.config, ...mailerDeps() })
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

test('tries for nearly three days, but sends nothing whose code is over by then', async () => {
  const { rows } = await sql<{ days: number }>`
    select retry_limit * retry_delay_max / 86400.0::float as days from pgboss.queue where name = 'send-mail'`.execute(
    app.db,
  )
  expect(rows[0]!.days).toBeGreaterThan(2.5)
  const mailer = openMailer({ config: app.config, ...mailerDeps() })
  const send = async (subject: string, usefulMinutes: number) =>
    await app.db.transaction().execute(async (tx) => {
      const mail = composeMail({ to: 'code@example.com', subject, lines: ['Hello'] })
      await mailer.send(tx, { ...mail, usefulMinutes })
    })
  // One by one, so that the first is over when the second has arrived.
  await send('Over', -1)
  await send('In time', 10)
  mailer.close()
  await mailTo('code@example.com')
  const arrived = received.filter(({ to }) => to.includes('code@example.com'))
  expect(arrived.map(({ data }) => /^Subject: (.+?)\r?$/m.exec(data)![1])).toEqual(['In time'])
})

test('has no mailbox', async () => {
  expect((await app.server.inject('/dev/mail')).statusCode).toBe(404)
  expect((await app.server.inject('/dev/mail.json')).statusCode).toBe(404)
})

test('an address that does not exist is tried once, and then sent only what its reader asks for', async () => {
  const email = 'gone@example.com'
  unknown.set(email, 0)
  const member = await verified(email)
  const trouble = async () => (await suppressionOf(app.db, email)) ?? null
  await vi.waitFor(async () => expect(await trouble()).not.toBeNull(), { timeout: 50_000, interval: 100 })
  expect(await trouble()).toMatchObject({ reason: 'bounce', detail: expect.stringContaining('5.1.1') })
  expect(unknown.get(email)).toBe(1)
  expect((await choices(member)).mailTrouble).toEqual({ reason: 'bounce', since: expect.any(String) })

  // From here on the address exists: what arrives is what is sent.
  unknown.delete(email)
  const mailer = openMailer({ config: app.config, ...mailerDeps() })
  const send = async (subject: string, isRequested = false) =>
    await app.db.transaction().execute(async (tx) => {
      const mail = composeMail({ to: email, subject, lines: ['Hello'] })
      await mailer.send(tx, { ...mail, isRequested })
    })
  await send('Of ourselves')
  await send('Asked for', true)
  mailer.close()
  const subjects = () =>
    received.filter(({ to }) => to.includes(email)).map(({ data }) => /^Subject: (.+?)\r?$/m.exec(data)![1])
  await vi.waitFor(() => expect(subjects()).toContain('Asked for'), { timeout: 50_000, interval: 100 })
  expect(subjects()).not.toContain('Of ourselves')
})

test('a mail that arrived lifts it: its code or link says so', async () => {
  const email = 'back@example.com'
  await recordMailReports(app.db, [{ address: email, kind: 'bounce', detail: '' }])
  const member = await verified(email)
  await app.server.inject({ method: 'POST', url: '/identity/link/send', payload: { email } })
  const mail = await vi.waitFor(
    () => {
      const link = received.find(({ to, data }) => to.includes(email) && data.includes('mode=3Dlink'))
      if (!link) throw new Error('nothing yet')
      return link
    },
    { timeout: 50_000, interval: 100 },
  )
  const token = /token=3D([\w-]+)/.exec(mail.data.replaceAll('=\r\n', ''))![1]!
  expect(await suppressionOf(app.db, email)).toBeDefined()
  const payload = { token, email }
  const signedIn = await app.server.inject({ method: 'POST', url: '/identity/link/confirm', payload })
  expect(signedIn.statusCode, signedIn.body).toBe(200)
  expect(await suppressionOf(app.db, email)).toBeUndefined()
  expect((await choices(member)).mailTrouble).toBeNull()
})

describe('reports of a mail provider', () => {
  const secret = 'a secret of some length'
  const post = async (body: unknown, authorization?: string, type = 'application/json') =>
    await reporting.server.inject({
      method: 'POST',
      url: '/mail-reports',
      headers: { 'content-type': type, ...(authorization && { authorization }) },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const basic = `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}`
  let reporting: TestApp
  beforeAll(async () => {
    reporting = await startTestApp({ mailReportSecret: secret })
  })
  afterAll(() => reporting.close())

  test('suppress an address, by bearer or basic password; a complaint is the last word', async () => {
    const email = 'reported@example.com'
    const soft = { RecordType: 'Bounce', Type: 'Transient', Email: email }
    expect((await post(soft, basic)).statusCode).toBe(204)
    expect(await suppressionOf(reporting.db, email)).toBeUndefined()
    expect((await post({ type: 'bounce', email }, `Bearer ${secret}`)).statusCode).toBe(204)
    const bounced = await suppressionOf(reporting.db, email)
    expect(bounced).toMatchObject({ reason: 'bounce' })
    const complaint = {
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'Reported@example.com' }] },
    }
    const sns = { Type: 'Notification', Message: JSON.stringify(complaint) }
    expect((await post(sns, basic, 'text/plain; charset=UTF-8')).statusCode).toBe(204)
    expect((await post({ type: 'bounce', email }, basic)).statusCode).toBe(204)
    expect(await suppressionOf(reporting.db, email)).toMatchObject({
      reason: 'complaint',
      since: bounced!.since,
    })
    expect((await listSuppressed(reporting.db, { limit: 10 })).map(({ address }) => address)).toEqual([email])
    const metrics = (await reporting.server.inject('/metrics')).body
    expect(metrics).toContain('crels_notifications{metric="complaint"} 1')
  })

  test.each([
    ['{', 422],
    [{ type: 'bounce' }, 422],
    [{ type: 'delivered', email: 'a@example.com' }, 204],
  ])('%j is answered %i', async (body, status) => {
    expect((await post(body, basic)).statusCode).toBe(status)
  })

  test('are refused without the secret, and unknown where there is none', async () => {
    // As SNS begins: the password comes when it is asked for.
    const asked = (await post({ Type: 'Notification' })).headers['www-authenticate']
    expect(asked).toBe('Basic realm="mail reports"')
    for (const authorization of [undefined, 'Bearer wrong', basic.slice(0, -3), 'Basic', `Bearer ${secret}x`])
      expect((await post({ type: 'bounce', email: 'a@example.com' }, authorization)).statusCode).toBe(401)
    expect((await app.server.inject({ method: 'POST', url: '/mail-reports', payload: {} })).statusCode).toBe(
      404,
    )
  })

  test('are not read without the secret, and 600 a minute come from a network', async () => {
    const body = 'x'.repeat(300_000)
    expect((await post(body)).statusCode).toBe(401)
    expect((await post(body, basic)).statusCode).toBe(413)
    const limited = await startBeside(reporting, { rateLimit: true, mailReportSecret: secret })
    try {
      const guess = async (remoteAddress: string) =>
        await limited.server.inject({
          method: 'POST',
          url: '/mail-reports',
          headers: { authorization: 'Bearer a guess' },
          remoteAddress,
        })
      for (let count = 0; count < mailReport.ratePerMinute; count += 1)
        expect((await guess('198.51.100.1')).statusCode).toBe(401)
      const refused = await guess('198.51.100.1')
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await guess('198.51.100.2')).statusCode).toBe(401)
    } finally {
      await limited.close()
    }
  })
})

test('a server whose certificate nobody vouches for is told nothing', async () => {
  let wasTold = false
  const impostor = new SMTPServer({
    secure: true,
    authOptional: true,
    onMailFrom: (_address, _session, done) => {
      wasTold = true
      done()
    },
  })
  // The connection that the mailer ends.
  impostor.on('error', () => {})
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  const { port } = impostor.server.address() as AddressInfo
  const config = { ...app.config, smtpUrl: `smtps://127.0.0.1:${port}` }
  const mailer = openMailer({ config, ...mailerDeps() })
  const mail = composeMail({ to: 'ada@example.com', subject: 'Hello', lines: ['Hello'] })
  const sealed = app.secret.seal('send-mail', 'job', JSON.stringify(mail))
  await expect(mailer.jobs[0]!.run({ sealed } as never)).rejects.toThrow(/certificate/)
  expect([wasTold, mailer.counts]).toEqual([false, { sent: 0, bounced: 0, failed: 1 }])
  mailer.close()
  await new Promise<void>((resolve) => impostor.close(() => resolve()))
})

test('forgets what was sent to an address, and what is answered to it: questions to the operator', async () => {
  const mailer = openMailer({ config: app.config, ...mailerDeps() })
  const composed = composeMail({
    to: 'team@crels.example',
    subject: 'Support request',
    lines: ['It is late.'],
  })
  const send = async (replyTo: string) =>
    await app.db.transaction().execute(async (tx) => await mailer.send(tx, { ...composed, replyTo }))
  const copies = async () => {
    const { rows } = await sql<{ sealed: string }>`
      select data ->> 'sealed' as sealed from pgboss.job where name = 'send-mail' and state = 'completed'`.execute(
      app.db,
    )
    const mails = rows.map(({ sealed }) => app.secret.open('send-mail', 'job', sealed))
    return ['Asker@crels.example', 'another@crels.example'].filter((one) =>
      mails.some((mail) => mail.includes(one)),
    )
  }
  await send('Asker@crels.example')
  await send('another@crels.example')
  await expect.poll(copies, { timeout: 50_000 }).toHaveLength(2)
  expect(await mailer.forget(app.db, ['asker@crels.example'])).toBe(0)
  expect(await copies()).toEqual(['another@crels.example'])
})
