import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  addOperator,
  changeOperator,
  operatorActing,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { giveFactor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { previewPayoutRun } from './draft-payout-run.ts'
import {
  app,
  approve,
  approved,
  draft,
  kim,
  makeFile,
  olga,
  openApp,
  operator,
} from './payout-runs.fixture.ts'
import { payoutRunDetail } from './show-payout-runs.ts'

openApp()

describe('nobody pays themselves', () => {
  test('not by a run that they draft, approve or send', async () => {
    const member = await createRedeemer(app)
    const [id] = await approved(1, member)
    const self = await operator('mallory', 'finance', member.email.toLowerCase())
    await expect(draft({ format: 'paypal', redemptionIds: [id!] }, self)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('It is your own') as string,
    })
    const { runId } = await draft({ format: 'paypal', redemptionIds: [id!] })
    await expect(approve(runId, self)).rejects.toMatchObject({ code: 'forbidden' })
    await approve(runId)
    await expect(makeFile(runId, self)).rejects.toMatchObject({ code: 'forbidden' })
    // Nor by hand in the database, past the code.
    const own = sql`update payout_run set state = 'approved', approved_by = 'x', approved_by_id = made_by_id, approved_at = now() where id = ${(await draft({ format: 'paypal', redemptionIds: await approved(1) })).runId}`
    await expect(own.execute(app.db)).rejects.toThrow(/payout_run_four_eyes/)
  })

  test('whom the maker invited within a day is no second person, nor who has no factor', async () => {
    const { runId } = await draft({ format: 'paypal', redemptionIds: await approved(1) })
    const asConsole = async (who: PersonActor) => await approve(runId, { ...who, via: 'console' })
    const invited = await inTransaction(app.db, async (tx) =>
      addOperator(
        tx,
        { ...olga, via: 'console' },
        { email: 'ivy@crels.example', name: 'Ivy', role: 'finance' },
      ),
    )
    await giveFactor(app, invited.id)
    const ivy = await operatorActing(app.db, 'ivy@crels.example')
    await expect(asConsole(ivy)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(asConsole(kim)).rejects.toMatchObject({ code: 'forbidden' })
    await giveFactor(app, kim.operatorId)
    expect(await asConsole(kim)).toMatchObject({ state: 'approved', isOwnApproval: false })
    // A day later she is one.
    const next = await draft({ format: 'paypal', redemptionIds: await approved(1) })
    await shiftClock(app.db, '24 hours')
    expect(await approve(next.runId, { ...ivy, via: 'console' })).toMatchObject({ state: 'approved' })
  })

  test('a draft without any approver but its maker waits a day, which is mailed', async () => {
    // An owner’s hand in the database: all who could do it are gone.
    const others = sql`id <> ${olga.operatorId} and disabled_at is null and role in ('owner', 'finance')`
    const { rows } = await sql<{ id: string }>`select id from operator where ${others}`.execute(app.db)
    const setDisabled = async (at: string | null) =>
      await askServer(app.databaseUrl, 'update operator set disabled_at = $1 where id = any ($2)', {
        values: [at, rows.map(({ id }) => id)],
      })
    await setDisabled('2026-01-01')
    const { runId } = await draft({ format: 'paypal', redemptionIds: await approvedByOlga() })
    await expect(approve(runId, olga)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('waits 24 hours') as string,
    })
    const mails = await sql<{ subject: string }>`
      select subject from dev_mail where recipient = ${olga.email}`.execute(app.db)
    expect(mails.rows.map(({ subject }) => subject)).toContain('Your payout run waits a day')
    await shiftClock(app.db, '24 hours')
    expect(await approve(runId, olga)).toMatchObject({ state: 'approved', isOwnApproval: true })
    await setDisabled(null)
  })

  test('who makes themselves alone after a draft waits a day from then', async () => {
    const { runId } = await draft({ format: 'paypal', redemptionIds: await approvedByOlga() })
    await shiftClock(app.db, '25 hours')
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from operator
      where id <> ${olga.operatorId} and disabled_at is null and role in ('owner', 'finance')`.execute(app.db)
    await inTransaction(app.db, async (tx) => {
      for (const { email } of rows)
        await changeOperator(tx, { ...olga, via: 'console' }, { email, isDisabled: true, reason: 'Gone.' })
    })
    // Those who were there hear of what is drafted next.
    await draft({ format: 'paypal', redemptionIds: await approvedByOlga() })
    const heard = await sql<{ email: string }>`
      select recipient as email from dev_mail
      where subject = 'olga drafted a payout run that no one else can approve' order by recipient`.execute(
      app.db,
    )
    expect(heard.rows.map(({ email }) => email)).toEqual(rows.map(({ email }) => email).toSorted())
    await expect(approve(runId, olga)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('waits 24 hours') as string,
    })
    await shiftClock(app.db, '24 hours')
    expect(await approve(runId, olga)).toMatchObject({ state: 'approved', isOwnApproval: true })
    await askServer(app.databaseUrl, 'update operator set disabled_at = null where id = any ($1)', {
      values: [rows.map(({ id }) => id)],
    })
  })
})

test('whom a run pays is no second person for it: its maker waits a day, and is mailed', async () => {
  const member = await createRedeemer(app)
  const paid = await operator('pat', 'finance', member.email.toLowerCase())
  await giveFactor(app, paid.operatorId)
  const others = sql`id not in (${olga.operatorId}, ${paid.operatorId}) and disabled_at is null and role in ('owner', 'finance')`
  const { rows } = await sql<{ id: string }>`select id from operator where ${others}`.execute(app.db)
  const setDisabled = async (at: string | null) =>
    await askServer(app.databaseUrl, 'update operator set disabled_at = $1 where id = any ($2)', {
      values: [at, rows.map(({ id }) => id)],
    })
  const ids = [...(await approved(1, member)), ...(await approved(1))]
  await setDisabled('2026-01-01')
  const mailed = async () => {
    const { rows: mails } = await sql<{ count: number }>`
      select count(*)::int as count from dev_mail
      where recipient = ${olga.email} and subject = 'Your payout run waits a day'`.execute(app.db)
    return mails[0]!.count
  }
  const before = await mailed()
  // Said before it is drafted: here all that is approved would be in it.
  expect(await previewPayoutRun(app.db, olga, { format: 'paypal' }, app.payoutRunDeps)).toMatchObject({
    others: 0,
    paid: ['pat'],
    waitsHours: 24,
  })
  const both = await draft({ format: 'paypal', redemptionIds: ids })
  expect(await mailed()).toBe(before + 1)
  const { approval, madeAt } = await payoutRunDetail(app.db, both.runId)
  const ownFrom = new Date(Date.parse(madeAt) + 24 * 3_600_000).toISOString()
  expect(approval).toEqual({ others: 0, paid: ['pat'], ownFrom })
  const { rows: heard } = await sql<{ subject: string }>`
    select subject from dev_mail where recipient = ${paid.email} and subject like '%payout run%'`.execute(
    app.db,
  )
  expect(heard).toEqual([{ subject: 'olga drafted a payout run that pays you' }])
  await expect(approve(both.runId, paid)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(approve(both.runId, olga)).rejects.toMatchObject({
    message: expect.stringContaining('waits 24 hours') as string,
  })
  await shiftClock(app.db, '24 hours')
  expect(await approve(both.runId, olga)).toMatchObject({ state: 'approved', isOwnApproval: true })
  expect((await payoutRunDetail(app.db, both.runId)).approval).toBeNull()
  // A run that does not pay them has a second person.
  await setDisabled(null)
  const [other] = await approved(1)
  await setDisabled('2026-01-01')
  const { runId } = await draft({ format: 'paypal', redemptionIds: [other!] })
  expect(await mailed()).toBe(before + 1)
  expect((await payoutRunDetail(app.db, runId)).approval).toEqual({ others: 1, paid: [], ownFrom: null })
  await shiftClock(app.db, '24 hours')
  await expect(approve(runId, olga)).rejects.toMatchObject({
    message: 'Who made a payout run does not approve it: another operator does.',
  })
  await setDisabled(null)
})

async function approvedByOlga(): Promise<string[]> {
  const { id } = await redeem(app, await createRedeemer(app), { usdCents: 20_00 })
  await app.redemptions.approve({ redemptionId: id, actor: olga })
  return [id]
}
