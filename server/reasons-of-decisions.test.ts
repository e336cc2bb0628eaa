import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { callOperator, openedEntries, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { seasonInReview } from '#testing/seasons.ts'
import { app, kim, openApp } from '#server/modules/payout-runs/payout-runs.fixture.ts'

openApp()

let olga: TestOperator
beforeAll(async () => {
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
})

const reason = 'Because they bought followers'

async function post(path: string, payload: object): Promise<void> {
  const { status, body } = await callOperator(app, olga, { method: 'POST', path, payload })
  expect([status < 300, body?.results?.[0]?.done ?? true], JSON.stringify(body)).toEqual([true, true])
}

/** Whether the last act of a kind on a member has its reason for who may look at them, and for nobody in clear. */
async function expectSealed(action: string, uid: string): Promise<void> {
  const [entry] = await openedEntries(app, olga, `target=${uid}&action=${action}`)
  expect(entry).toMatchObject({ action, member: uid, reason: null, personal: { reason } })
  const { rows } = await sql`select from audit_entry e where e::text like ${`%${reason}%`}`.execute(app.db)
  expect(rows).toEqual([])
}

async function join(campaignId: string, { headers }: TestMember): Promise<string> {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const answer = await app.server.inject({ method: 'POST', url, headers })
  return answer.json<{ id: string }>().id
}

test('why a member was removed stays in the log once they are let back in', async () => {
  const member = await createMember(app)
  const path = `/members/${member.uid}/campaigns/${await join((await createCampaign(app)).id, member)}`
  await post(`${path}/removal`, { reason })
  await post(`${path}/return`, { reason: 'It was another' })
  await expectSealed('campaign.remove', member.uid)
})

test('why an application was declined is in the log', async () => {
  const member = await createMember(app)
  const id = await join((await createCampaign(app, { approval: 'application' })).id, member)
  await post('/applications/decline', { ids: [id], reason })
  await expectSealed('campaign.decide', member.uid)
})

test('why a redemption was rejected, or failed, is in the log', async () => {
  const member = await createRedeemer(app)
  const rejected = await redeem(app, member)
  await post('/redemptions/reject', { ids: [rejected.id], reason })
  await expectSealed('redemption.reject', member.uid)
  const other = await createRedeemer(app)
  const { id } = await redeem(app, other)
  await post(`/redemptions/${id}/approve`, {})
  await post(`/redemptions/${id}/failed`, { reason })
  await expectSealed('redemption.failed', other.uid)
})

test('why a payment came back, by a command, is in the log', async () => {
  const member = await createRedeemer(app)
  const { id: redemptionId } = await redeem(app, member)
  await post(`/redemptions/${redemptionId}/approve`, {})
  const decision = { redemptionId, actor: kim }
  await app.redemptions.send({ ...decision, provider: 'manual' })
  await app.redemptions.pay({ ...decision, reference: 'TX1' })
  await app.redemptions.return({ ...decision, reason })
  await expectSealed('redemption.returned', member.uid)
})

test('why a member was taken out of a season, and let in again, is in the log', async () => {
  const member = await createRedeemer(app)
  await seasonInReview(app, '2019-03', [{ party: member.party, points: 200 }])
  await post('/seasons/2019-03/exclusions', { uid: member.uid, reason })
  await expectSealed('season.exclude', member.uid)
  await post('/seasons/2019-03/inclusions', { uid: member.uid, reason })
  await expectSealed('season.include', member.uid)
})
