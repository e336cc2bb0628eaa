import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { app, join, leave, openApp } from './enrolments.fixture.ts'
import { decideApplication, setCampaignState } from './public.ts'

openApp()

/** A member who was in a campaign and left it, after which its brand began to approve. */
async function left() {
  const { id: campaignId } = await createCampaign(app)
  const member = await createMember(app)
  const { joinedAt } = (await join(campaignId, {}, member)).json<{ joinedAt: string }>()
  const { id, leftAt } = (await leave(campaignId, member)).json<{ id: string; leftAt: string }>()
  await sql`update campaign set approval = 'application' where id = ${campaignId}`.execute(app.db)
  return { campaignId, member, id, joinedAt, leftAt }
}

const decide = async (enrolmentId: string, approve: boolean) =>
  await app.db
    .transaction()
    .execute(async (tx) => await decideApplication(tx, testActor, { enrolmentId, approve }, {}))

async function listed({ headers }: TestMember) {
  const { items } = (await app.server.inject({ url: '/api/v1/enrolments', headers })).json()
  return items[0]
}

let orders = 0
async function claim({ headers }: TestMember, campaignId: string): Promise<number> {
  orders += 1
  const { statusCode } = await app.server.inject({
    method: 'POST',
    url: '/api/v1/conversion-claims',
    headers,
    payload: {
      campaignId,
      type: 'lead',
      orderReference: `A-${orders}`,
      occurredAt: app.clock.now().toISOString(),
    },
  })
  return statusCode
}

test('a member who left and applies again keeps when they joined, and may claim what is missing', async () => {
  const { campaignId, member, id, joinedAt } = await left()
  expect((await join(campaignId, {}, member)).json()).toMatchObject({
    state: 'applied',
    joinedAt,
    leftAt: null,
    campaign: { approval: 'application' },
  })
  expect(await claim(member, campaignId)).toBe(201)
  await decide(id, false)
  expect(await listed(member)).toMatchObject({ state: 'declined', joinedAt })
  expect(await claim(member, campaignId)).toBe(201)
})

test('and when they left, where they withdraw or the campaign ends; approved, they joined then', async () => {
  const [withdrawn, ended, approved] = [await left(), await left(), await left()]
  for (const { campaignId, member } of [withdrawn, ended, approved]) await join(campaignId, {}, member)

  const { campaignId, member, joinedAt, leftAt } = withdrawn
  expect((await leave(campaignId, member)).json()).toMatchObject({ state: 'left', joinedAt, leftAt })
  // As often as they like.
  await join(campaignId, {}, member)
  expect((await leave(campaignId, member)).json()).toMatchObject({ state: 'left', joinedAt, leftAt })

  const end = { campaignId: ended.campaignId, action: 'end', reason: 'Over.' } as const
  await app.db.transaction().execute(async (tx) => await setCampaignState(tx, testActor, end))
  const { joinedAt: joined, leftAt: out } = ended
  expect(await listed(ended.member)).toMatchObject({ state: 'left', joinedAt: joined, leftAt: out })

  const back = await decide(approved.id, true)
  expect(back.joinedAt).toEqual(back.decidedAt)
  const again = (await leave(approved.campaignId, approved.member)).json<{ leftAt: string }>()
  expect(Date.parse(again.leftAt)).toBeGreaterThan(Date.parse(approved.leftAt))
})

test('who never was in it withdrew when they did', async () => {
  const { id } = await createCampaign(app, { approval: 'application' })
  const member = await createMember(app)
  await join(id, {}, member)
  const at = app.clock.now().getTime()
  const { joinedAt, leftAt } = (await leave(id, member)).json<{ joinedAt: null; leftAt: string }>()
  expect(joinedAt).toBeNull()
  expect(Math.abs(Date.parse(leftAt) - at)).toBeLessThan(5_000)
  expect(await claim(member, id)).toBe(404)
})

test('the upgrade gives back what applying again had overwritten', async () => {
  const [waits, withdrew, never] = [
    await left(),
    await left(),
    await createCampaign(app, { approval: 'application' }),
  ]
  await join(waits.campaignId, {}, waits.member)
  await join(withdrew.campaignId, {}, withdrew.member)
  await leave(withdrew.campaignId, withdrew.member)
  const other = await createMember(app)
  await join(never.id, {}, other)
  // As the version before left them.
  await sql`update enrolment set joined_at = null where id = ${waits.id}`.execute(app.db)
  await sql`update enrolment set joined_at = null, left_at = crels_now() where id = ${withdrew.id}`.execute(
    app.db,
  )
  const migration = readFileSync('migrations/0123_kept_promises_of_enrolments.sql', 'utf8')
  await sql.raw(/^update enrolment[^]*?;/m.exec(migration)![0]).execute(app.db)
  const { joinedAt, leftAt } = withdrew
  expect(await listed(waits.member)).toMatchObject({
    state: 'applied',
    joinedAt: waits.joinedAt,
    leftAt: null,
  })
  expect(await listed(withdrew.member)).toMatchObject({ state: 'left', joinedAt, leftAt })
  expect(await listed(other)).toMatchObject({ state: 'applied', joinedAt: null })
})
