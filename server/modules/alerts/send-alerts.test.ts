import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import {
  app,
  arrived,
  depsWith,
  hoursAgo,
  mails,
  openAlerts,
  posted,
  refuse,
  right,
  setClock,
  setZone,
} from './alerts.fixture.ts'
import { sendAlertDigest, sendAlerts } from './send-alerts.ts'

openAlerts()

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
  refuse(1)
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
  await setClock('2026-11-30T16:55:00Z')
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

test('a digest that nothing sent in its hour comes later on the day, once, and not again for another zone', async () => {
  const deps = depsWith({})
  await setClock('2026-11-29T05:59:00Z')
  expect(await sendAlertDigest(deps)).toBe(false)
  // An upgrade, say, from six to nine.
  await setClock('2026-11-29T09:10:00Z')
  const broken = { ...deps, enqueue: async () => await Promise.reject(new Error('The queue is away')) }
  await expect(sendAlertDigest(broken)).rejects.toThrow('The queue is away')
  await setClock('2026-11-29T23:55:00Z')
  expect([await sendAlertDigest(deps), await sendAlertDigest(deps)]).toEqual([true, false])
  await arrived(1)
  // Midday of the same day.
  await setZone('America/New_York')
  expect(await sendAlertDigest(deps)).toBe(false)
  await setClock('2026-11-30T11:05:00Z')
  expect(await sendAlertDigest(deps)).toBe(true)
  await arrived(2)
  await setZone(null)
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
