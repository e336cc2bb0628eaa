import { expect, test } from 'vitest'
import {
  app,
  hasty,
  joinStage,
  openApp,
  report,
  follow,
  sell,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { completeProfile, createMember } from '#testing/members.ts'

openApp()

test('says whom another cap, limit or list of countries touches, and changes nothing', async () => {
  // 84 crels a sale.
  const at = await stage({ perMemberCapCrels: 100_000 })
  const { campaignId, key } = at
  await sell(at)
  // What is under review counts against the cap, too.
  const reviewed = await joinStage(campaignId, await createMember(app, { profile: completeProfile }))
  expect((await report(key, hasty(await follow(reviewed.code)))).body.status).toBe('under_review')
  await joinStage(campaignId)
  const mia = await operatorBearer(app, 'read-only')
  const touched = async (payload: object) => {
    const path = `/campaigns/${campaignId}/change-preview`
    const { status, body } = await callOperator(app, mia, { method: 'POST', path, payload })
    return [status, body]
  }
  expect(await touched({ perMemberCapCrels: 84 })).toEqual([200, { atCap: 2, elsewhere: 0, overLimit: 0 }])
  expect(await touched({ perMemberCapCrels: 85 })).toEqual([200, { atCap: 0, elsewhere: 0, overLimit: 0 }])
  // Who has not said where they live is in none of them.
  expect(await touched({ countries: ['DE'] })).toEqual([200, { atCap: 0, elsewhere: 2, overLimit: 0 }])
  expect(await touched({ countries: [] })).toEqual([200, { atCap: 0, elsewhere: 0, overLimit: 0 }])
  expect(await touched({ memberLimit: 1, countries: ['AT'] })).toEqual([
    200,
    { atCap: 0, elsewhere: 3, overLimit: 2 },
  ])
  expect(await touched({ memberLimit: 5 })).toEqual([200, { atCap: 0, elsewhere: 0, overLimit: 0 }])
  expect((await touched({ perMemberCapCrels: 0 }))[0]).toBe(422)
  expect((await callOperator(app, mia, { path: `/campaigns/${campaignId}` })).body.offer).toMatchObject({
    perMemberCapCrels: 100_000,
    memberLimit: null,
    countries: [],
  })
})

test('refuses a campaign that there is not', async () => {
  const path = `/campaigns/cmp_${'0'.repeat(32)}/change-preview`
  const asked = { method: 'POST', path, payload: { memberLimit: 1 } } as const
  expect((await callOperator(app, await operatorBearer(app, 'read-only'), asked)).status).toBe(404)
})
