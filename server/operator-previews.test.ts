import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, quoteFor } from '#testing/redeemers.ts'

let app: TestApp
let fay: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  fay = await operatorBearer(app, 'finance')
})
afterAll(() => app.close())

const read = async (path: string, who = fay) => await callOperator(app, who, { path })

test('says what suspending a brand stops', async () => {
  const { id, brandId, title } = await createCampaign(app)
  await createBrandKey(app, brandId)
  const member = await createMember(app)
  const url = `/api/v1/campaigns/${id}/enrolment`
  await app.server.inject({ method: 'POST', url, headers: member.headers })
  const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
  expect((await read(`/brands/${rows[0]!.slug}/preview`)).body).toEqual({
    keys: 1,
    campaigns: 1,
    members: 1,
    campaignExamples: [{ id, title }],
  })
  expect((await read('/brands/no-such-brand/preview')).status).toBe(404)
})

test('says what a pause voids, and what another rate makes of members’ crels', async () => {
  const member = await createRedeemer(app, { crels: 10_000 })
  await quoteFor(app, member, { crels: 1_000 })
  const { body: now } = await read('/exchange/preview')
  expect(now).toMatchObject({ isPaused: false, crels: 10_000, quotes: 1, nextUsdCents: null })
  expect(now.usdCents).toBe(Math.floor((10_000 * 100) / Number(now.usdToCrels)))
  expect((await read('/exchange/preview?usdToCrels=20')).body).toEqual({ ...now, nextUsdCents: 500_00 })
  for (const rate of ['0', '0.00', '-1', 'ten', '1e3', ''])
    expect((await read(`/exchange/preview?usdToCrels=${rate}`)).status, rate).toBe(422)
  // A billion crels at the least rate are more cents than a number holds.
  await createRedeemer(app, { crels: 1_000_000_000 })
  const tiny = await read('/exchange/preview?usdToCrels=0.000001')
  expect(tiny).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', issues: [{ path: 'query.usdToCrels' }] },
  })
  const support = await operatorBearer(app, 'support')
  expect((await read('/exchange/preview', support)).status).toBe(403)
})
