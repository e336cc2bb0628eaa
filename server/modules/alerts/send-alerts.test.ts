import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Watched } from '#rules/alerts.ts'
import { addOperator, inviteOperator, operate, operatorActing } from '#server/modules/operators/public.ts'
import { setSiteValue } from '#server/modules/site/public.ts'
import { openMailer, type Mailer } from '#server/platform/mail/mailer.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import type { AlertDeps } from './alert-deps.ts'
import { sendAlertDigest, sendAlerts } from './send-alerts.ts'

let app: TestApp
let mails: string[] = []
let posted: { kind: string; text: string }[] = []
/** How often the webhook refuses before it takes one. */
let refusals = 0
let smtp: SMTPServer
let hook: Server
let mailer: Mailer

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let data = ''
      stream.on('data', (chunk: Buffer) => (data += chunk))
      stream.on('end', () => {
        mails.push(`${session.envelope.rcptTo.map(({ address }) => address).join()}\n${data}`)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  hook = createServer((request, response) => {
    let data = ''
    request.on('data', (chunk: Buffer) => (data += chunk))
    request.on('end', () => {
      const refuses = (refusals -= 1) >= 0
      if (!refuses) posted.push(JSON.parse(data) as { kind: string; text: string })
      response.writeHead(refuses ? 503 : 204).end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    alerts: {
      emails: [],
      webhookUrl: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
      hoursOf: { support: 24, 'pending-acts': 12 },
    },
  })
  await addOlga(app.db)
  const { config, db, secret } = app
  mailer = openMailer({ config, db, secret, log: pino({ level: 'silent' }), enqueue: app.jobs.add })
  await app.work()
})
afterAll(async () => {
  mailer.close()
  await app.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  hook.close()
})
beforeEach(async () => {
  await sql`delete from alert_told`.execute(app.db)
  await sql`update clock_offset set shift = '0'`.execute(app.db)
  mails = []
  posted = []
  refusals = 0
})

const setClock = async (moment: string) =>
  await sql`update clock_offset set shift = ${moment}::timestamptz - now()`.execute(app.db)
const setZone = async (value: string | null) => {
  await inTransaction(app.db, (tx) => setSiteValue(tx, testActor, { name: 'site.zone', value }))
  await expect.poll(siteZone).toBe(value ?? 'UTC')
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const provedFrom = { books: hoursAgo(500), auditLog: hoursAgo(500) }
const right = { at: hoursAgo(1), isRight: true }
/** The product's own deps, but for what there is to see. */
function depsWith(watched: Partial<Watched>): AlertDeps {
  const { alerts, publicOrigin } = app.config
  return {
    db: app.db,
    ...alerts,
    publicOrigin,
    enqueue: app.jobs.add,
    mailer,
    watch: async () => ({ queues: [], books: right, auditLog: right, provedFrom, ...watched }),
  }
}
const arrived = async (count: number, { owners = 1 } = {}) =>
  await vi.waitFor(() => expect([mails.length, posted.length]).toEqual([count * owners, count]), {
    timeout: 30_000,
    interval: 50,
  })

const old = { queue: 'support', count: 3, oldestAt: hoursAgo(30) }

test('what waits too long is mailed to the owners and posted, once a day, whatever runs at once', async () => {
  const deps = depsWith({ queues: [old] })
  const told = await Promise.all([1, 2, 3, 4].map(async () => await sendAlerts(deps)))
  expect(told.sort()).toEqual([0, 0, 0, 1])
  await arrived(1)
  expect(mails[0]).toMatch(/^olga@crels.example\n/)
  expect(mails[0]).toContain('Subject: 1 alert on Crels')
  expect(mails[0]!.replaceAll('=\r\n', '')).toContain(
    'Support: 3 waiting, the oldest for 30 hours (the limit is 24).',
  )
  expect(posted).toMatchObject([{ kind: 'alert', text: expect.stringContaining('Support: 3 waiting') }])
  expect(await sendAlerts(deps)).toBe(0)
  await sql`update alert_told set told_on = told_on - 1`.execute(app.db)
  expect(await sendAlerts(deps)).toBe(1)
  await arrived(2)
})

test('a run that fails tells nothing and notes nothing: the next one tells', async () => {
  const deps = depsWith({ queues: [old] })
  const broken = { ...deps, enqueue: async () => await Promise.reject(new Error('The queue is away')) }
  await expect(sendAlerts(broken)).rejects.toThrow('The queue is away')
  expect(await sendAlerts(deps)).toBe(1)
  await arrived(1)
})

test('a webhook that refuses is tried again', async () => {
  refusals = 1
  await expect(app.jobs.run('post-alert', { kind: 'alert', text: 'x' })).rejects.toThrow(
    'The alert was answered 503',
  )
  await app.jobs.run('post-alert', { kind: 'alert', text: 'x' })
  expect(posted).toEqual([{ kind: 'alert', text: 'x' }])
})

test('books that are not clean, and proof that is too old, are alerts', async () => {
  const books = { at: hoursAgo(1), isRight: false }
  expect(await sendAlerts(depsWith({ books, auditLog: { ...right, at: hoursAgo(30) } }))).toBe(2)
  await arrived(1)
  expect(posted[0]!.text).toMatch(/books aren’t clean[^]+audit log hasn’t been proved since/)
})

test('the digest comes once a day, also where nothing waits, and says that the books are clean', async () => {
  await setClock('2026-11-29T05:59:00Z')
  const deps = depsWith({
    queues: [{ queue: 'support', count: 0, oldestAt: null }],
    auditLog: { ...right, last: { entry: 7, hash: 'ab12' } },
  })
  expect(await sendAlertDigest(deps)).toBe(false)
  await setClock('2026-11-29T06:01:00Z')
  expect((await Promise.all([sendAlertDigest(deps), sendAlertDigest(deps)])).sort()).toEqual([false, true])
  await arrived(1)
  expect(posted[0]).toMatchObject({ kind: 'digest' })
  expect(posted[0]!.text).toMatch(
    /Nothing is waiting\.\nBooks clean, proved .+ \(UTC\)\.\nAudit log whole, proved /,
  )
  expect(posted[0]!.text).toContain('The hash of audit entry 7 is ab12.')
})

test('the digest comes at six in the site’s zone, whose times it says; another zone skips no day', async () => {
  const at = new Date('2026-11-30T16:30:00Z')
  const deps = depsWith({ books: { at, isRight: true } })
  await setZone('Pacific/Auckland')
  await setClock('2026-11-30T06:05:00Z')
  expect(await sendAlertDigest(deps)).toBe(false)
  await setClock('2026-11-30T17:05:00Z')
  expect([await sendAlertDigest(deps), await sendAlertDigest(deps)]).toEqual([true, false])
  await arrived(1)
  expect(posted[0]!.text).toContain('proved 1 December 2026 at 05:30 (Pacific/Auckland).')
  // There it was the 1st of December; here it is that only now.
  await setZone(null)
  await setClock('2026-12-01T06:05:00Z')
  expect(await sendAlertDigest(deps)).toBe(true)
  await arrived(2)
})

test('another zone to the west silences no alert', async () => {
  const none = { books: null, auditLog: null }
  const deps = depsWith({ queues: [old], ...none, provedFrom: none })
  await setZone('Pacific/Auckland')
  // There it is the 2nd of January.
  await setClock('2031-01-01T20:00:00Z')
  expect([await sendAlerts(deps), await sendAlerts(deps)]).toEqual([1, 0])
  await setZone('Pacific/Pago_Pago')
  await setClock('2031-01-01T23:55:00Z')
  expect(await sendAlerts(deps)).toBe(0)
  // Here it is the 1st until 11:00, and the 2nd until a day after.
  await setClock('2031-01-02T00:05:00Z')
  expect(await sendAlerts(deps)).toBe(1)
  await setClock('2031-01-02T12:00:00Z')
  expect(await sendAlerts(deps)).toBe(0)
  await setClock('2031-01-03T00:05:00Z')
  expect(await sendAlerts(deps)).toBe(1)
  await arrived(3)
  await setZone(null)
})

test('what a command did alone is told once, on whichever day', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  await app.db.transaction().execute(async (tx) => {
    await addOperator(tx, olga, { email: 'finn@crels.example', name: 'finn', role: 'finance' })
    await inviteOperator(tx, app.config, olga, { email: 'finn@crels.example' })
  })
  expect(await sendAlerts(depsWith({}))).toBe(2)
  await arrived(1)
  expect(posted[0]!.text).toContain('olga did “operator.add” by command')
  // No address, and no secret of a link.
  expect(posted[0]!.text).not.toMatch(/@|#/)
  await sql`update alert_told set told_on = told_on - 1 where told_on <> 'epoch'`.execute(app.db)
  expect(await sendAlerts(depsWith({}))).toBe(0)
})

test('what a command says of a payment is told, and nothing of whose it is', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  const acts = ['redemption.returned', 'redemption.paid', 'restore.payout'] as const
  await app.db.transaction().execute(async (tx) => {
    for (const action of acts) await operate(tx, olga, { action, target: 'rdm_1' })
  })
  await sendAlerts(depsWith({}))
  await arrived(1)
  for (const action of acts) expect(posted[0]!.text).toContain(`olga did “${action}” by command`)
  expect(posted[0]!.text).not.toContain('rdm_1')
})

test('what a loop of commands did to payouts is one mail with how often each was done', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  const once = ['redemption.failed', 'payout-run.draft', 'payout-run.send', 'payout-run.retry'] as const
  await app.db.transaction().execute(async (tx) => {
    for (let nth = 1; nth <= 150; nth++)
      await operate(tx, olga, { action: 'redemption.approve', target: `rdm_${nth}` })
    for (const action of [...once, 'payout-run.import'] as const)
      await operate(tx, olga, { action, target: 'x_1' })
    // It gives the crels back to whose they were, and sends nobody anything.
    await operate(tx, olga, { action: 'redemption.reject', target: 'rdm_200' })
    await operate(tx, { ...olga, via: 'console' }, { action: 'redemption.approve', target: 'rdm_201' })
  })
  await sendAlerts(depsWith({}))
  await arrived(1)
  expect(posted[0]!.text).toMatch(
    /olga did “redemption\.approve” by command 150 times, the first on .+, the last on .+, without a second person\./,
  )
  expect(posted[0]!.text.match(/“redemption\.approve”/g)).toHaveLength(1)
  for (const action of [...once, 'payout-run.import'])
    expect(posted[0]!.text).toMatch(new RegExp(`“${action.replace('.', '\\.')}” by command on`))
  expect(posted[0]!.text).not.toContain('redemption.reject')
  expect(posted[0]!.text).not.toContain('rdm_')
})

test('whom an owner makes an operator in the console the others hear of', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  await app.db
    .transaction()
    .execute(
      async (tx) =>
        await addOperator(
          tx,
          { ...olga, via: 'console' },
          { email: 'kim@crels.example', name: 'kim', role: 'owner' },
        ),
    )
  await sendAlerts(depsWith({}))
  // The new owner is one of those who hear.
  await arrived(1, { owners: 2 })
  expect(posted[0]!.text).toMatch(/olga did “operator\.add” on .+, without a second person/)
})

test('of a setting and of a lowered price others hear, and of a raised one they do not', async () => {
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  await app.db.transaction().execute(async (tx) => {
    await operate(tx, olga, {
      action: 'economy.set',
      target: 'economy',
      after: { 'checkIn.basePoints': 100 },
    })
    await operate(tx, olga, {
      action: 'shop.edit',
      target: 'shirt',
      before: { points: 5 },
      after: { points: 50 },
    })
    await operate(tx, olga, {
      action: 'shop.edit',
      target: 'card',
      before: { points: 500 },
      after: { points: 1 },
    })
    await operate(tx, olga, {
      action: 'shop.edit',
      target: 'mug',
      before: { name: 'a' },
      after: { name: 'b' },
    })
  })
  await sendAlerts(depsWith({}))
  await arrived(1, { owners: 2 })
  expect(posted[0]!.text).toMatch(/olga did “economy\.set” on .+, without a second person/)
  expect(posted[0]!.text.match(/“shop\.edit”/g)).toHaveLength(1)
})

/** Tells what other tests did; answers how many posts there are then. */
async function heardAll(): Promise<number> {
  const count = (await sendAlerts(depsWith({}))) > 0 ? 1 : 0
  await vi.waitFor(() => expect(posted).toHaveLength(count), { timeout: 30_000, interval: 50 })
  return count
}

test('no number of lone acts keeps back what is told of the next ones, and who may act comes first', async () => {
  const before = await heardAll()
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  const cutPrices = async () =>
    await app.db.transaction().execute(async (tx) => {
      for (let nth = 1; nth <= 150; nth++)
        await operate(tx, olga, {
          action: 'shop.edit',
          target: `card-${nth}`,
          before: { points: 500 },
          after: { points: 1 },
        })
    })
  const add = async (name: string) =>
    await app.db
      .transaction()
      .execute(
        async (tx) => await addOperator(tx, olga, { email: `${name}@crels.example`, name, role: 'manager' }),
      )
  await cutPrices()
  await add('mia')
  expect((await Promise.all([1, 2, 3].map(async () => await sendAlerts(depsWith({}))))).sort()).toEqual([
    0, 0, 151,
  ])
  await vi.waitFor(() => expect(posted).toHaveLength(before + 1), { timeout: 30_000, interval: 50 })
  const lines = posted[before]!.text.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/olga did “operator\.add” on/)
  expect(lines[2]).toMatch(/olga did “shop\.edit” 150 times, the first on/)

  // What was told keeps nothing back that comes after it, also once it is some days old.
  await cutPrices()
  expect(await sendAlerts(depsWith({}))).toBe(150)
  await add('ned')
  await sql`update clock_offset set shift = '3 days'`.execute(app.db)
  const proved = { at: hoursAgo(-71), isRight: true }
  const later = depsWith({ books: proved, auditLog: proved })
  expect([await sendAlerts(later), await sendAlerts(later)]).toEqual([1, 0])
  await vi.waitFor(() => expect(posted).toHaveLength(before + 3), { timeout: 30_000, interval: 50 })
  expect(posted[before + 2]!.text).toMatch(/olga did “operator\.add” on/)
})

test('of a new item of the shop others hear with its price, and of one that gives more for its price', async () => {
  const before = await heardAll()
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  const usd = (minor: number) => ({ faceValue: { currency: 'USD', minor } })
  await app.db.transaction().execute(async (tx) => {
    const add = async (target: string, after: object) =>
      await operate(tx, olga, { action: 'shop.add', target, after })
    await add('cheap-card', { kind: 'gift_card', points: 1, crels: null, ...usd(100_00) })
    await add('pack', { kind: 'crels_pack', points: null, crels: 20 })
    const edit = async (target: string, was: object, is: object) =>
      await operate(tx, olga, { action: 'shop.edit', target, before: was, after: is })
    await edit('fuller-pack', { crels: 20 }, { crels: 2_000 })
    await edit('emptier-pack', { crels: 20 }, { crels: 10 })
    await edit('fuller-card', usd(5_00), usd(50_00))
    await edit('emptier-card', usd(50_00), usd(5_00))
    // However many prices are lowered beside it.
    for (const nth of [1, 2, 3, 4, 5, 6]) await edit(`junk-${nth}`, { points: 9 }, { points: nth })
    await edit('other-money', { faceValue: { currency: 'JPY', minor: 10_00 } }, usd(9_00))
    await edit('no-value', usd(9_00), { faceValue: null })
    await edit('on-sale', { activeUntil: '2026-01-01T00:00:00.000Z' }, { activeUntil: null })
    // A part of the program is nobody.
    await operate(tx, { via: 'job', source: 'demo' }, { action: 'shop.add', target: 'demo', after: {} })
  })
  expect(await sendAlerts(depsWith({}))).toBe(11)
  await vi.waitFor(() => expect(posted).toHaveLength(before + 1), { timeout: 30_000, interval: 50 })
  const { text } = posted[before]!
  expect(text).toMatch(/olga did “shop\.add” 2 times.+ cheap-card \(1 point\), pack \(20 crels\)\./)
  expect(text).toMatch(/olga did “shop\.edit” 3 times/)
  expect(text).toContain('fuller-card ($50.00), other-money ($9.00), fuller-pack (2000 crels)')
  expect(text).toMatch(/olga did “shop\.edit” 6 times.+ junk-1 \(1 point\).+ and 1 more\./)
  for (const slug of ['emptier', 'no-value', 'on-sale', 'demo']) expect(text).not.toContain(slug)
})

test('of a joining bonus others hear where it is raised or a campaign is made with one', async () => {
  const before = await heardAll()
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  await app.db.transaction().execute(async (tx) => {
    const create = async (target: string, joiningBonusPoints: number) =>
      await operate(tx, olga, { action: 'campaign.create', target, after: { joiningBonusPoints } })
    const edit = async (target: string, was: object, is: object) =>
      await operate(tx, olga, { action: 'campaign.edit', target, before: was, after: is })
    await create('cmp_made', 1)
    await create('cmp_without', 0)
    for (const nth of [1, 2, 3, 4, 5, 6])
      await edit(`cmp_${nth}`, { joiningBonusPoints: 0 }, { joiningBonusPoints: nth * 10 })
    await edit('cmp_raised', { joiningBonusPoints: 50 }, { joiningBonusPoints: 100_000 })
    await edit('cmp_lowered', { joiningBonusPoints: 50 }, { joiningBonusPoints: 40 })
    await edit('cmp_titled', { title: 'a' }, { title: 'b' })
  })
  expect(await sendAlerts(depsWith({}))).toBe(8)
  await vi.waitFor(() => expect(posted).toHaveLength(before + 1), { timeout: 30_000, interval: 50 })
  const { text } = posted[before]!
  expect(text).toMatch(
    /“campaign\.create” on .+ without a second person\. Campaigns: cmp_made \(1 point for joining\)\./,
  )
  expect(text).toMatch(
    /“campaign\.edit” 7 times.+ bonuses first: cmp_raised \(100000 points for joining\), cmp_6 .+ and 2 more\./,
  )
  for (const id of ['without', 'lowered', 'titled']) expect(text).not.toContain(`cmp_${id}`)
})

test('a restored database posts none before it is confirmed', async () => {
  const restored = await startTestApp({ alerts: app.config.alerts })
  try {
    await askServer(restored.databaseUrl, 'select mark_restored(now())')
    await restored.work()
    const said = { kind: 'alert', text: 'x' }
    await inTransaction(restored.db, async (tx) => await restored.jobs.add(tx, 'post-alert', said))
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(posted).toEqual([])
    const confirm = `update restoration set confirmed_at = now(), confirmed_by = 'olga'`
    await askServer(restored.databaseUrl, `${confirm}; select pg_notify('restoration', '')`)
    await vi.waitFor(() => expect(posted).toEqual([said]), 30_000)
  } finally {
    await restored.close()
  }
})
