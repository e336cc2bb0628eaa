import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { suspendBrand } from '#server/modules/brands/public.ts'
import { setCampaignState } from '#server/modules/campaigns/public.ts'
import {
  advanceClock,
  app,
  follow,
  joinStage,
  openApp,
  report,
  sale,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { payClicks } from '#server/modules/conversions/pay-clicks.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { asOwner, leave as deleteAccount } from './account-deletion.fixture.ts'

openApp()

let mia: TestOperator
beforeAll(async () => {
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
})

const accepted = 'accepted'
const notIn = 'enrolment_not_active'
const notRunning = 'campaign_not_running'

const operate = async (path: string) => {
  const { status } = await callOperator(app, mia, { method: 'POST', path, payload: { reason: 'A test.' } })
  expect(status).toBeLessThan(300)
}
const enrol = async ({ campaignId, member }: Stage, method: 'POST' | 'DELETE') => {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const { statusCode } = await app.server.inject({ method, url, headers: member.headers })
  expect(statusCode).toBeLessThan(300)
}
const act = async ({ campaignId }: Stage, action: 'pause' | 'resume') =>
  await app.db
    .transaction()
    .execute(async (tx) => await setCampaignState(tx, testActor, { campaignId, action, reason: 'A test.' }))

const suspend = async ({ brandId }: Stage, suspended: boolean) =>
  await app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(tx)
    await suspendBrand(tx, testActor, { slug: rows[0]!.slug, suspended, reason: 'A test.' })
  })

/** What the clicks of an enrolment were paid. */
async function paidClicks({ enrolmentId }: Stage) {
  const { rows } = await sql`
    select paid_clicks as paid, refused, crels from click_pay where enrolment_id = ${enrolmentId}`.execute(
    app.db,
  )
  return rows
}

/** A moment amid what is so now, and some time after it. */
async function moment(): Promise<string> {
  await advanceClock('1 hour')
  const at = app.clock.now().toISOString()
  await advanceClock('1 hour')
  return at
}

/** What becomes of sales of a click that are all reported now: accepted, or why not. */
async function reported({ key }: Stage, clickId: string, moments: string[]): Promise<string[]> {
  const results: string[] = []
  for (const occurredAt of moments) {
    const { body } = await report(key, sale(clickId, { occurredAt }))
    results.push(body.reason ?? body.status)
  }
  return results
}

describe('a sale that is reported late is judged by its own moment', () => {
  test('after its member left, and joined again', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    const before = await moment()
    await enrol(at, 'DELETE')
    const away = await moment()
    expect(await reported(at, clickId, [before, away])).toEqual([accepted, notIn])
    await enrol(at, 'POST')
    const back = await moment()
    expect(await reported(at, clickId, [before, away, back])).toEqual([accepted, notIn, accepted])
  })

  test('after its member was removed, and let back in', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    const before = await moment()
    const path = `/members/${at.member.uid}/campaigns/${at.enrolmentId}`
    await operate(`${path}/removal`)
    const out = await moment()
    expect(await reported(at, clickId, [before, out])).toEqual([accepted, notIn])
    await operate(`${path}/return`)
    const back = await moment()
    expect(await reported(at, clickId, [before, out, back])).toEqual([accepted, notIn, accepted])
  })

  test('while the campaign is paused, and after it goes on', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    const before = await moment()
    await act(at, 'pause')
    const paused = await moment()
    expect(await reported(at, clickId, [before, paused])).toEqual([accepted, notRunning])
    await act(at, 'resume')
    const after = await moment()
    expect(await reported(at, clickId, [before, paused, after])).toEqual([accepted, notRunning, accepted])
  })

  test('after its brand was suspended, and resumed: what was meanwhile is not paid, clicks neither', async () => {
    const at = await stage({ clickMillicrels: 1_000, sale: { crels: 84 } })
    const clickId = await follow(at.code)
    const before = await moment()
    await suspend(at, true)
    await follow(at.code)
    const suspended = await moment()
    await suspend(at, false)
    const after = await moment()
    await follow(at.code)
    expect(await reported(at, clickId, [before, suspended, after])).toEqual([accepted, notRunning, accepted])
    await advanceClock('1 hour')
    await payClicks(app.db, { log: pino({ level: 'silent' }) })
    expect(await paidClicks(at)).toEqual([{ paid: 2, refused: { campaign_not_running: 1 }, crels: 2 }])
  })

  test('and not before its click, where the clock of the brand is behind', async () => {
    const at = await stage()
    await advanceClock('1 hour')
    // Of who has just joined.
    const { code } = await joinStage(at.campaignId)
    const occurredAt = new Date(app.clock.now().getTime() - 120_000).toISOString()
    expect(await reported(at, await follow(code), [occurredAt])).toEqual(['too_fast'])
  })

  test('but pays nobody who has deleted the account since', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    const before = await moment()
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/identity/reauthenticate',
      headers: at.member.headers,
      payload: { password: at.member.password },
    })
    expect((await deleteAccount(at.member)).statusCode).toBeLessThan(300)
    expect(await reported(at, clickId, [before])).toEqual([notIn])
  })
})

describe('while a member is disabled', () => {
  const answers = async ({ code }: Stage) => (await app.server.inject(`/s/${code}`)).statusCode
  const storedState = async ({ linkId }: Stage) =>
    (await sql<{ state: string }>`select state from link where id = ${linkId}`.execute(app.db)).rows[0]!.state

  test('their links are off and sales earn nothing; enabling gives the links back, and what was before stays', async () => {
    const at = await stage()
    const clickId = await follow(at.code)
    const reach = async () =>
      (await callOperator(app, mia, { path: `/members/${at.member.uid}/reach` })).body.links
    expect(await reach()).toBe(1)
    const before = await moment()
    await operate(`/members/${at.member.uid}/disabling`)
    await expect.poll(async () => await answers(at)).toBe(410)
    expect(await storedState(at)).toBe('active')
    expect(await reach()).toBe(1)
    const shown = await callOperator(app, mia, { path: `/links/${at.code}` })
    expect(shown.body).toMatchObject({ state: 'disabled', isOwnerDisabled: true })
    const during = await moment()
    expect(await reported(at, clickId, [before, during])).toEqual([accepted, notIn])

    await operate(`/members/${at.member.uid}/enabling`)
    await expect.poll(async () => await answers(at)).toBe(302)
    const after = await moment()
    expect(await reported(at, clickId, [before, during, after])).toEqual([accepted, notIn, accepted])
  })

  test('a link that expired, or whose host is blocked, is none that disabling stops', async () => {
    const at = await stage()
    await sql`update link set expires_at = crels_now() - interval '1 hour' where id = ${at.linkId}`.execute(
      app.db,
    )
    const { body } = await callOperator(app, mia, { path: `/members/${at.member.uid}/reach` })
    expect(body.links).toBe(0)
  })

  test('a click that a link took meanwhile is not paid', async () => {
    const at = await stage({ clickMillicrels: 1_000 })
    await follow(at.code)
    await follow(at.code)
    await app.clicks.flush()
    // As if the second had come to a process that had not heard of it yet.
    await sql`
      insert into member_state_change (uid, at, state)
      select ${at.member.uid}, max(at), 'disabled' from payable_click where enrolment_id = ${at.enrolmentId}`.execute(
      app.db,
    )
    await advanceClock('1 hour')
    await payClicks(app.db, { log: pino({ level: 'silent' }) })
    expect(await paidClicks(at)).toEqual([{ paid: 1, refused: { account_closed: 1 }, crels: 1 }])
  })
})

test('of a brand that is suspended at the upgrade since when is known', async () => {
  const at = await stage()
  const clickId = await follow(at.code)
  const before = await moment()
  await suspend(at, true)
  const suspended = await moment()
  await asOwner('truncate brand_state_change')
  const migration = readFileSync('migrations/0114_suspensions_of_brands.sql', 'utf8')
  await asOwner(/insert into brand_state_change[^]*?;/.exec(migration)![0])
  await suspend(at, false)
  expect(await reported(at, clickId, [before, suspended])).toEqual([accepted, notRunning])
})

test('of enrolments from before the upgrade the first link and the last leaving count', async () => {
  const [stays, left, wasBack] = [await stage(), await stage(), await stage()]
  const all = [stays, left, wasBack]
  const clickIds = await Promise.all(all.map(async ({ code }) => await follow(code)))
  const before = await moment()
  await enrol(left, 'DELETE')
  await enrol(wasBack, 'DELETE')
  await advanceClock('1 hour')
  await enrol(wasBack, 'POST')
  const after = await moment()
  // The last test of the file: every enrolment is as the migration finds it.
  await asOwner('truncate enrolment_state_change')
  const migration = readFileSync('migrations/0105_moments_of_standing.sql', 'utf8')
  await asOwner(/insert into enrolment_state_change[^]*?(?=\n\n-- Since when)/.exec(migration)![0])
  const results = await Promise.all(
    all.map(async (at, index) => await reported(at, clickIds[index]!, [before, after])),
  )
  expect(results).toEqual([
    [accepted, accepted],
    [accepted, notIn],
    [accepted, accepted],
  ])
})
