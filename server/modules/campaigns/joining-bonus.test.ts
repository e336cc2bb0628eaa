import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { ada, app, join, openApp, partyOf } from './enrolments.fixture.ts'

openApp()

const pointsOf = async (member: TestMember) => (await balances(app.db, await partyOf(member))).points

/** A manager, and their own account as a member under another spelling of the mailbox. */
async function managerWithAccount(name: string): Promise<{ manager: TestOperator; own: TestMember }> {
  const manager = await operatorBearer(app, 'manager', `${name}@crels.example`)
  const email = `${name}+creator@crels.example`
  return { manager, own: await createMember(app, { email, profile: completeProfile }) }
}

async function setBonus(by: TestOperator, campaignId: string, joiningBonusPoints: number): Promise<void> {
  const path = `/campaigns/${campaignId}`
  const { body } = await callOperator(app, by, { path })
  const payload = { changes: { joiningBonusPoints }, reason: 'To try it.', seen: body.revision as number }
  expect((await callOperator(app, by, { method: 'PATCH', path, payload })).status).toBe(200)
}

test('a joining bonus is not paid to the account of who set it last, and to everybody else it is', async () => {
  const { manager, own } = await managerWithAccount('mia')
  const { id } = await createCampaign(app, { joiningBonusPoints: 5 })
  await setBonus(manager, id, 100_000)
  const before = await pointsOf(ada)
  expect((await join(id, {}, own)).statusCode).toBe(201)
  expect((await join(id)).statusCode).toBe(201)
  expect([await pointsOf(own), (await pointsOf(ada)) - before]).toEqual([0, 100_000])
})

test('what another set last is paid, also where who joins changed another field since', async () => {
  const { manager, own } = await managerWithAccount('max')
  const { id } = await createCampaign(app)
  await setBonus(manager, id, 100_000)
  await setBonus(await operatorBearer(app, 'manager', 'ned@crels.example'), id, 30)
  const path = `/campaigns/${id}`
  const { body } = await callOperator(app, manager, { path })
  const payload = { changes: { title: 'Another' }, reason: 'A name.', seen: body.revision as number }
  await callOperator(app, manager, { method: 'PATCH', path, payload })
  expect((await join(id, {}, own)).statusCode).toBe(201)
  expect(await pointsOf(own)).toBe(30)
})

test('nor is that of a campaign which they made, where another approves', async () => {
  const { manager, own } = await managerWithAccount('moe')
  const made = await createCampaign(app, { joiningBonusPoints: 70, approval: 'application' })
  const copy = {
    method: 'POST',
    path: `/campaigns/${made.id}/duplicates`,
    payload: { title: 'A copy' },
  } as const
  const { body } = await callOperator(app, manager, copy)
  const owner = await operatorBearer(app, 'owner')
  const funding = { crels: 1_000, reference: 'invoice 1' }
  await callOperator(app, owner, { method: 'POST', path: `/campaigns/${body.id}/top-ups`, payload: funding })
  const publish = {
    method: 'POST',
    path: `/campaigns/${body.id}/state`,
    payload: { action: 'publish' },
  } as const
  await callOperator(app, manager, publish)
  const enrolment = (await join(body.id as string, {}, own)).json<{ id: string; state: string }>()
  expect(enrolment.state).toBe('applied')
  const approval = {
    method: 'POST',
    path: '/applications/approve',
    payload: { ids: [enrolment.id] },
  } as const
  expect((await callOperator(app, owner, approval)).body.results).toMatchObject([{ done: true }])
  expect(await pointsOf(own)).toBe(0)
})
