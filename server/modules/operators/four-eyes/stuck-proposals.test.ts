import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { mailsTo } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { checkAuditLog, listAuditEntries } from '../audit-log.ts'

let app: TestApp
let olga: TestOperator
let finn: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  await giveFactor(app, finn.operatorId)
})
afterAll(() => app.close())

const rate = async () => (await currentRate(app.db)).usdToCrels
const propose = async (usdToCrels: string, seen: string) => {
  const payload = { usdToCrels, seen, reason: 'The market moved.' }
  const { status, body } = await callOperator(app, olga, { method: 'POST', path: '/rate-changes', payload })
  expect(status, JSON.stringify(body)).toBe(202)
  return body as PendingActView
}
const actOf = async (id: string) =>
  (await callOperator(app, olga, { path: `/pending-acts/${id}` })).body as PendingActView
const waitingMails = async ({ email }: TestOperator) =>
  (await mailsTo(app, email)).filter(({ subject }) => subject === 'An act waits for 24 hours').length

test('what nobody is left to approve is proposed anew: it waits 24 hours from then, and is mailed', async () => {
  const seen = await rate()
  const first = await propose('10.7', seen)
  expect(first.runsAt).toBeNull()
  // While Finn could approve it, the same again is that one.
  expect((await propose('10.7', seen)).id).toBe(first.id)
  await shiftClock(app.db, '20 hours')
  olga = await operatorBearer(app, 'owner', olga.email)
  const disabled = await callOperator(app, olga, {
    method: 'POST',
    path: `/operators/${finn.operatorId}/disabling`,
    payload: { reason: 'Left.' },
  })
  expect(disabled.status).toBe(204)
  const mailed = { olga: await waitingMails(olga), finn: await waitingMails(finn) }

  const again = await propose('10.7', seen)
  expect(again.id).not.toBe(first.id)
  const hours = (from: string) => (Date.parse(again.runsAt!) - Date.parse(from)) / 3_600_000
  expect([hours(again.proposedAt), hours(first.proposedAt)]).toEqual([24, expect.closeTo(24, 0)])
  // Who was disabled may be how Olga came to be alone.
  expect({ olga: await waitingMails(olga), finn: await waitingMails(finn) }).toEqual({
    olga: mailed.olga + 1,
    finn: mailed.finn + 1,
  })
  expect(await actOf(first.id)).toMatchObject({
    state: 'rejected',
    decidedBy: { name: 'olga' },
    note: expect.stringContaining('Nobody was left') as string,
  })
  const [proposed, ended] = await listAuditEntries(app.db, { limit: 2 })
  expect([proposed, ended]).toMatchObject([
    { action: 'act.propose', target: again.id },
    { action: 'act.reject', target: first.id, by: 'olga' },
  ])
  // The one that waits for its time is answered as it is.
  expect((await propose('10.7', seen)).id).toBe(again.id)

  const run = async () => await app.jobs.run('run-pending-acts')
  const wait = async (hours: number) =>
    await sql`
      update pending_act set proposed_at = proposed_at - make_interval(hours => ${hours}::int),
        runs_at = runs_at - make_interval(hours => ${hours}::int)
      where id = ${again.id}`.execute(app.db)
  await wait(23)
  expect(await run()).toMatchObject({ done: 0 })
  await wait(2)
  expect(await run()).toMatchObject({ done: 1, failed: 0 })
  expect(Number(await rate())).toBe(10.7)
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
})
