import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  advanceClock,
  app,
  follow,
  joinStage,
  openApp,
  read,
  report,
  sale,
  sell,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { changeCampaign, readCampaignChanges, setCampaignState } from '#server/modules/campaigns/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { createMember, noticesTo, type TestMember } from '#testing/members.ts'
import {
  callOperator,
  openedEntries,
  operatorBearer,
  testActor,
  type TestOperator,
} from '#testing/operators.ts'
import { partyOf } from '#testing/redeemers.ts'

openApp()

let mia: TestOperator
let sue: TestOperator
beforeAll(async () => {
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  sue = await operatorBearer(app, 'support', 'sue@crels.example')
})

type Of = Pick<Stage, 'member' | 'enrolmentId'>

const at = ({ member: { uid }, enrolmentId }: Of) => `/members/${uid}/campaigns/${enrolmentId}`
const post = async (path: string, payload: object, who = sue) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const remove = async (of: Of, reason = 'Bought clicks.') => {
  expect((await post(`${at(of)}/removal`, { reason })).status).toBe(204)
}
const letBackIn = async (of: Of, who = sue) =>
  await post(`${at(of)}/return`, { reason: 'It was another.' }, who)
const reach = async (of: Of) => (await callOperator(app, sue, { path: `${at(of)}/return-preview` })).body
const transact = async <T>(work: (tx: Tx) => Promise<T>) => await app.db.transaction().execute(work)

/** All that the database has of an enrolment. */
async function rowOf({ enrolmentId }: Of) {
  const { rows } = await sql`select * from enrolment where id = ${enrolmentId}`.execute(app.db)
  return rows[0] as { state: string; terms_version: number; reason: string | null }
}

async function countOf({ campaignId }: Stage): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select members from campaign where id = ${campaignId}`.execute(app.db)
  return rows[0]!.members
}

async function stateOf(code: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select state from link where code = ${code}`.execute(app.db)
  return rows[0]!.state
}

const asMember = async (
  { headers }: TestMember,
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const response = await app.server.inject({
    method,
    url: `/api/v1${url}`,
    headers,
    ...(payload && { payload }),
  })
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response
}

/** A further link of the member's in the campaign. */
async function deepLink({ member, campaignId }: Stage): Promise<{ id: string; code: string }> {
  const destinationUrl = `https://brand.example/${newId('link')}`
  return (await asMember(member, 'POST', '/shortlinks', { campaignId, destinationUrl })).json()
}

/** An end date, or other fields of its file. */
async function change(campaignId: string, file: object): Promise<void> {
  const input = { campaignId, changes: readCampaignChanges(file), reason: 'a test' }
  await transact(async (tx) => await changeCampaign(tx, testActor, input, app.config))
}

async function expectRefused(of: Of, detail: string | RegExp): Promise<void> {
  const { status, body } = await letBackIn(of)
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(body.detail).toMatch(detail)
  expect((await reach(of)).refusal).toBe((body.detail as string).split(/ \w+ did /)[0])
}

test('a removed member is back as they were, keeps what they earned, and is given nothing twice', async () => {
  const of = await stage({ joiningBonusPoints: 30, sale: { crels: 84 }, clickMillicrels: 1_000 })
  await sell(of)
  const party = await partyOf(app, of.member)
  const before = { row: await rowOf(of), balances: await balances(app.db, party), members: await countOf(of) }
  expect(before.balances).toMatchObject({ points: 30, pending: 84 })
  await remove(of)
  expect([await stateOf(of.code), await countOf(of)]).toEqual(['disabled', 0])
  expect(await reach(of)).toEqual({ links: 1, refusal: null })
  expect((await rowOf(of)).state).toBe('removed')

  expect((await letBackIn(of)).status).toBe(204)
  expect({
    row: await rowOf(of),
    balances: await balances(app.db, party),
    members: await countOf(of),
  }).toEqual(before)
  await expect.poll(async () => await follow(of.code)).toMatch(/./)
  const mails = await noticesTo(app, of.member)
  const back = mails.find(({ subject }) => subject.includes('let you back into'))
  expect([mails.length, back?.text]).toEqual([2, expect.stringContaining('Your links for it work again')])
  expect(back!.text).not.toContain('It was another.')
  // They earn again, and can be removed again.
  expect((await sell(of)).body.status).toBe('accepted')
  await remove(of)
})

test('exactly the links that the removal stopped work again', async () => {
  const of = await stage()
  const [offBefore, bannedBefore, offSince, bannedSince, freed, gone] = [
    await deepLink(of),
    await deepLink(of),
    await deepLink(of),
    await deepLink(of),
    await deepLink(of),
    await deepLink(of),
  ]
  const switchOff = async ({ id }: { id: string }) =>
    await asMember(of.member, 'PATCH', `/shortlinks/${id}`, { state: 'disabled' })
  const ban = async ({ code }: { code: string }, isBan = true) =>
    expect((await post(`/links/${code}/${isBan ? 'ban' : 'unban'}`, {})).status).toBe(200)
  await switchOff(offBefore)
  await ban(bannedBefore)
  expect((await callOperator(app, sue, { path: `${at(of)}/removal-preview` })).body.links).toBe(5)
  await remove(of)
  await switchOff(offSince)
  await ban(bannedSince)
  await ban(freed)
  await ban(freed, false)
  await asMember(of.member, 'DELETE', `/shortlinks/${gone.id}`)
  expect(await reach(of)).toEqual({ links: 2, refusal: null })
  expect((await letBackIn(of)).status).toBe(204)
  const codes = [of, freed, offBefore, offSince, bannedBefore, bannedSince, gone].map(({ code }) => code)
  expect(await Promise.all(codes.map(stateOf))).toEqual([
    'active',
    'active',
    'disabled',
    'disabled',
    'banned',
    'banned',
    'disabled',
  ])
  // A ban that ends later leaves them as if nobody had been removed.
  await ban(bannedSince, false)
  await ban(bannedBefore, false)
  expect(await Promise.all([bannedSince, bannedBefore].map(async ({ code }) => await stateOf(code)))).toEqual(
    ['active', 'active'],
  )
})

test('a link whose host is blocked, or that has expired, is not said to work again', async () => {
  const of = await stage()
  const late = await deepLink(of)
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  await asMember(of.member, 'PATCH', `/shortlinks/${late.id}`, { expiresAt })
  await remove(of)
  expect((await reach(of)).links).toBe(2)
  await advanceClock('2 hours')
  expect((await reach(of)).links).toBe(1)
  const blocking = { host: 'brand.example', reason: 'Phishing.' }
  expect((await post('/blocked-hosts', blocking, mia)).status).toBe(200)
  expect((await reach(of)).links).toBe(0)
  expect((await letBackIn(of)).status).toBe(204)
  const texts = (await noticesTo(app, of.member)).map(({ text }) => text)
  expect([texts.length, texts.filter((text) => text.includes('work again'))]).toEqual([2, []])
  expect((await post('/blocked-hosts/brand.example/unblock', blocking, mia)).status).toBe(200)
})

test('what came while they were removed earned nothing, and stays so', async () => {
  const of = await stage({ sale: { crels: 84 }, clickMillicrels: 1_000 })
  const clickId = await follow(of.code)
  await advanceClock('10 seconds')
  await remove(of)
  await expect.poll(async () => (await app.server.inject(`/s/${of.code}`)).statusCode).toBe(410)
  const sent = sale(clickId)
  const refused = { status: 'rejected', reason: 'enrolment_not_active' }
  expect((await report(of.key, sent)).body).toMatchObject(refused)
  const payable = async () =>
    (
      await sql<{ clicks: number }>`
        select count(*)::integer as clicks from payable_click where enrolment_id = ${of.enrolmentId}`.execute(
        app.db,
      )
    ).rows[0]!.clicks
  expect((await letBackIn(of)).status).toBe(204)
  expect((await report(of.key, sent)).body).toMatchObject(refused)
  await app.clicks.flush()
  expect(await payable()).toBe(1)
  expect(await read(of.member, '/wallet')).toMatchObject({ available: 0, pending: 0 })
})

test('terms that were put back while they were out are those they agreed to', async () => {
  const of = await stage({ terms: 'One.' })
  await remove(of)
  await change(of.campaignId, { terms: 'Two.' })
  await change(of.campaignId, { terms: 'One.' })
  expect((await rowOf(of)).terms_version).toBe(1)
  expect((await letBackIn(of)).status).toBe(204)
  expect(await rowOf(of)).toMatchObject({ state: 'active', terms_version: 3 })
})

test('one’s own once more is the same, another operator’s is a conflict that names who was faster', async () => {
  const of = await stage()
  await remove(of)
  expect([(await letBackIn(of)).status, (await letBackIn(of)).status]).toEqual([204, 204])
  expect(await noticesTo(app, of.member)).toHaveLength(2)
  const late = await letBackIn(of, mia)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(/sue did campaign\.let-back-in on it at .+ UTC\.$/)
  // Undo of a removal that another took back, and made again: what is so now is theirs.
  await remove(of)
  expect((await letBackIn(of, mia)).status).toBe(204)
  expect((await letBackIn(of)).body.detail).toMatch(/mia did campaign\.let-back-in on it/)
})

test('of two operators at once one lets them in, and the other reads who', async () => {
  const of = await stage()
  await remove(of)
  const answers = await Promise.all([letBackIn(of), letBackIn(of, mia)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  const late = answers.find(({ status }) => status === 409)!
  expect(late.body.detail).toMatch(/(?:mia|sue) did campaign\.let-back-in on it/)
  expect(await noticesTo(app, of.member)).toHaveLength(2)
})

test('nobody is let in who was not removed: who is in it, and who left by themself', async () => {
  const of = await stage()
  await expectRefused(of, /^This enrolment is active; only a member who was removed can be let back in\./)
  await asMember(of.member, 'DELETE', `/campaigns/${of.campaignId}/enrolment`)
  await expectRefused(of, /^This enrolment is left;/)
  // Let back in and left since: one's own act again does not bring them back.
  const other = await stage()
  await remove(other)
  expect((await letBackIn(other)).status).toBe(204)
  await asMember(other.member, 'DELETE', `/campaigns/${other.campaignId}/enrolment`)
  await expectRefused(other, /^This enrolment is left; .+ sue did campaign\.let-back-in/)
})

test('nobody is let into a campaign that is over, by an operator or by its date', async () => {
  const ended = await stage()
  const dated = await stage({ endsAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() })
  const paused = await stage()
  for (const one of [ended, dated, paused]) await remove(one)
  const act = async ({ campaignId }: Stage, action: 'end' | 'archive' | 'pause') =>
    await transact(async (tx) => await setCampaignState(tx, testActor, { campaignId, action }))
  await act(ended, 'end')
  await expectRefused(ended, /^The campaign is ended\.$/)
  await act(ended, 'archive')
  await expectRefused(ended, /^The campaign is archived\.$/)
  await advanceClock('2 hours')
  await expectRefused(dated, /^The campaign is ended\.$/)
  expect((await rowOf(ended)).state).toBe('removed')
  // A pause ends; who is in it stays in it.
  await act(paused, 'pause')
  expect((await letBackIn(paused)).status).toBe(204)
})

test('nobody is let into a full campaign, also when the last place goes at the same moment', async () => {
  const of = await stage({ memberLimit: 1 })
  await remove(of)
  const next = await joinStage(of.campaignId)
  await expectRefused(of, /^The campaign is full: its member limit is 1\.$/)
  await asMember(next.member, 'DELETE', `/campaigns/${of.campaignId}/enrolment`)
  const url = `/api/v1/campaigns/${of.campaignId}/enrolment`
  const { headers } = await createMember(app)
  const [joined, back] = await Promise.all([
    app.server.inject({ method: 'POST', url, headers }),
    letBackIn(of),
  ])
  expect([
    [201, 409],
    [409, 204],
  ]).toContainEqual([joined.statusCode, back.status])
  expect(await countOf(of)).toBe(1)
})

test('nobody is let in who is disabled or has left', async () => {
  const of = await stage()
  await remove(of)
  const disabling = { reason: 'Two accounts.' }
  expect((await post(`/members/${of.member.uid}/disabling`, disabling, mia)).status).toBe(204)
  await expectRefused(of, /^The member is disabled: enable them first\.$/)
  expect((await post(`/members/${of.member.uid}/enabling`, disabling, mia)).status).toBe(204)
  await sql`update member set state = 'deleted' where uid = ${of.member.uid}`.execute(app.db)
  await expectRefused(of, /^The member has left\.$/)
  await sql`update member set state = 'active' where uid = ${of.member.uid}`.execute(app.db)
  expect((await letBackIn(of)).status).toBe(204)
})

test('why they were let back in is sealed by their key', async () => {
  const of = await stage()
  await remove(of)
  expect((await letBackIn(of)).status).toBe(204)
  const { rows } = await sql<{ text: string }>`
    select e::text as text from audit_entry e
    where target = ${of.enrolmentId} and action = 'campaign.let-back-in'`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.text).not.toContain('It was another.')
  const owner = await operatorBearer(app, 'owner')
  const [opened] = await openedEntries(app, owner, `target=${of.enrolmentId}`)
  expect(opened).toMatchObject({
    action: 'campaign.let-back-in',
    before: { state: 'removed' },
    after: { state: 'active' },
    personal: { reason: 'It was another.' },
  })
})

test('the database lets nobody who was removed join anew', async () => {
  const of = await stage()
  await remove(of)
  const join = sql`
    update enrolment set state = 'active', left_at = null, joined_at = joined_at + interval '1 day'
    where id = ${of.enrolmentId}`
  await expect(join.execute(app.db)).rejects.toMatchObject({ code: 'CP003' })
  const apply = sql`
    update enrolment set state = 'applied', left_at = null, joined_at = null where id = ${of.enrolmentId}`
  await expect(apply.execute(app.db)).rejects.toMatchObject({ code: 'CP003' })
})

test('refuses an enrolment of another member, one that is unknown, and a return without a reason', async () => {
  const of = await stage()
  await remove(of)
  const { enrolmentId, member } = of
  const others = { member: await createMember(app), enrolmentId }
  expect((await callOperator(app, sue, { path: `${at(others)}/return-preview` })).status).toBe(404)
  expect((await letBackIn(others)).status).toBe(404)
  expect((await letBackIn({ member, enrolmentId: newId('enrolment') })).status).toBe(404)
  expect((await post(`${at(of)}/return`, { reason: ' ' })).status).toBe(422)
  const fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  expect((await letBackIn(of, fay)).body.code).toBe('forbidden')
  expect((await rowOf(of)).state).toBe('removed')
})
