import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { ada, app, join, leave, openApp, partyOf } from './enrolments.fixture.ts'

openApp()

const pointsOf = async (member: TestMember) => (await balances(app.db, await partyOf(member))).points

/** A manager, and their own account as a member under another spelling of the mailbox. */
async function managerWithAccount(name: string): Promise<{ manager: TestOperator; own: TestMember }> {
  const manager = await operatorBearer(app, 'manager', `${name}@crels.example`)
  const email = `${name}+creator@crels.example`
  return { manager, own: await createMember(app, { email, profile: completeProfile }) }
}

async function decide(id: string, by: TestOperator): Promise<void> {
  const approval = { method: 'POST', path: '/applications/approve', payload: { ids: [id] } } as const
  expect((await callOperator(app, by, approval)).body.results).toMatchObject([{ done: true }])
}

/** What a member reads that they still get for joining. */
async function dueTo({ headers }: TestMember, campaignId: string): Promise<number> {
  const response = await app.server.inject({ url: `/api/v1/campaigns/${campaignId}`, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ bonusDuePoints: number }>().bonusDuePoints
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
  await decide(enrolment.id, owner)
  expect(await pointsOf(own)).toBe(0)
})

test('who applies is paid what was promised then, whatever the campaign pays when they are approved', async () => {
  const manager = await operatorBearer(app, 'manager', 'pia@crels.example')
  const { id } = await createCampaign(app, { joiningBonusPoints: 100, approval: 'application' })
  const [early, late] = [await createMember(app), await createMember(app)]
  const first = (await join(id, {}, early)).json<{ id: string; grantedPoints: number }>()
  expect(first.grantedPoints).toBe(0)
  await setBonus(manager, id, 0)
  expect([await dueTo(early, id), await dueTo(late, id)]).toEqual([100, 0])
  const second = (await join(id, {}, late)).json<{ id: string }>()
  await setBonus(manager, id, 70)
  expect([await dueTo(early, id), await dueTo(late, id)]).toEqual([100, 0])
  await decide(first.id, manager)
  await decide(second.id, manager)
  expect([await pointsOf(early), await pointsOf(late)]).toEqual([100, 0])
  expect([await dueTo(early, id), await dueTo(late, id)]).toEqual([0, 0])
})

test('who set what they applied for is promised none, also where another sets it before they are approved', async () => {
  const { manager, own } = await managerWithAccount('uma')
  const other = await operatorBearer(app, 'manager', 'vic@crels.example')
  const { id } = await createCampaign(app, { joiningBonusPoints: 5, approval: 'application' })
  await setBonus(manager, id, 100_000)
  expect(await dueTo(own, id)).toBe(0)
  const enrolment = (await join(id, {}, own)).json<{ id: string }>()
  await setBonus(other, id, 50)
  expect(await dueTo(own, id)).toBe(0)
  await decide(enrolment.id, other)
  expect(await pointsOf(own)).toBe(0)
})

test('an application from before promises were kept is paid what the campaign pays at its approval', async () => {
  const manager = await operatorBearer(app, 'manager', 'wim@crels.example')
  const { id } = await createCampaign(app, { joiningBonusPoints: 100, approval: 'application' })
  const member = await createMember(app)
  const enrolment = (await join(id, {}, member)).json<{ id: string }>()
  await sql`update enrolment set joining_bonus_points = null where id = ${enrolment.id}`.execute(app.db)
  await setBonus(manager, id, 60)
  expect(await dueTo(member, id)).toBe(60)
  await decide(enrolment.id, manager)
  expect(await pointsOf(member)).toBe(60)
})

test('a member reads whether they still get it, and joining says what it paid', async () => {
  const { id } = await createCampaign(app, { joiningBonusPoints: 70, approval: 'application' })
  const member = await createMember(app)
  expect(await dueTo(member, id)).toBe(70)
  // Withdrawn before anything was paid: it is still due, and paid where the campaign is open by then.
  await join(id, {}, member)
  await leave(id, member)
  expect(await dueTo(member, id)).toBe(70)
  await sql`update campaign set approval = 'open' where id = ${id}`.execute(app.db)
  expect((await join(id, {}, member)).json()).toMatchObject({ state: 'active', grantedPoints: 70 })
  expect(await dueTo(member, id)).toBe(0)
  expect((await join(id, {}, member)).json()).toMatchObject({ grantedPoints: 0 })
  await leave(id, member)
  expect(await dueTo(member, id)).toBe(0)
  expect((await join(id, {}, member)).json()).toMatchObject({ grantedPoints: 0 })
  expect(await pointsOf(member)).toBe(70)
})
