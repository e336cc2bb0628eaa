import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { testActor } from '#testing/operators.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember, noticesTo, type TestMember } from '#testing/members.ts'
import { blockHost, linkByCode } from '#server/modules/shortlinks/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { changeCampaign } from './change-campaign.ts'
import { ada, app, join, leave, openApp } from './enrolments.fixture.ts'
import { campaignMembers, campaignRecord, operatedCampaigns } from './operate-campaigns.ts'
import { reachOfBrand, readCampaignChanges, removeMember, setCampaignState } from './public.ts'
import { suspendBrand } from '#server/modules/brands/public.ts'

openApp()

async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return await app.db.transaction().execute(work)
}

/** An operator changes a campaign by a file. */
async function change(campaignId: string, file: object) {
  const changes = readCampaignChanges(file)
  const input = { campaignId, changes, reason: 'a test' }
  return await transact(async (tx) => await changeCampaign(tx, testActor, input, app.config))
}

async function read(path: string, headers: object = ada.headers) {
  const response = await app.server.inject({ url: `/api/v1${path}`, headers: { ...headers } })
  return { status: response.statusCode, body: response.json() }
}

async function mine(campaignId: string) {
  const { body } = await read('/enrolments?limit=100')
  return body.items.find((item: { campaign: { id: string } }) => item.campaign.id === campaignId)
}

test('one that is moved to another category meanwhile is found by who waits for it', async () => {
  const { id } = await createCampaign(app)
  const { rows } = await sql<{ category: string }>`
    select slug as category from category
    where slug <> (select category_slug from campaign where id = ${id}) limit 1`.execute(app.db)
  const { category } = rows[0]!
  const { joining } = await transact(async (tx) => {
    const input = { campaignId: id, changes: readCampaignChanges({ category }), reason: 'a test' }
    await changeCampaign(tx, testActor, input, app.config)
    const joined = join(id)
    await Promise.race([joined, untilBlocked(app.db)])
    // Not awaited: it goes on once this transaction is over.
    return { joining: joined }
  })
  expect((await joining).statusCode).toBe(201)
  expect((await read(`/campaigns/${id}`)).body.category.slug).toBe(category)
})

describe('a change of what members agree to', () => {
  test('is another version: members keep the old one until they agree, by joining under the new one', async () => {
    const { id } = await createCampaign(app)
    await join(id)
    const made = await change(id, { reward: { leadCrels: 5 }, holdDays: 14, terms: '## Only leads now' })
    expect(made).toEqual({ changed: ['terms', 'reward', 'holdDays'], termsVersion: 2 })
    expect(await mine(id)).toMatchObject({
      termsVersion: 1,
      newTermsVersion: 2,
      holdDays: 30,
      reward: { leadCrels: 12, sale: { crels: 84 } },
    })
    expect((await read(`/campaigns/${id}`)).body).toMatchObject({
      termsVersion: 2,
      terms: '## Only leads now',
      reward: { leadCrels: 5, sale: null },
      enrolment: { termsVersion: 1, holdDays: 30, reward: { leadCrels: 12 } },
    })

    // Consent names the terms; terms that are not offered cannot be agreed to.
    expect((await join(id)).json()).toMatchObject({ termsVersion: 1 })
    expect((await join(id, { termsVersion: 3 })).json()).toMatchObject({
      code: 'terms_changed',
      termsVersion: 2,
    })
    for (const _ of [1, 2]) {
      const agreed = await join(id, { termsVersion: 2 })
      expect(agreed.statusCode).toBe(200)
      expect(agreed.json()).toMatchObject({
        state: 'active',
        termsVersion: 2,
        newTermsVersion: null,
        holdDays: 14,
        reward: { leadCrels: 5, sale: null },
      })
    }
  })

  test('by the reward alone keeps the words of the terms under the next version', async () => {
    const { id } = await createCampaign(app, { terms: '## As before' })
    expect(await change(id, { reward: { leadCrels: 13 } })).toMatchObject({ termsVersion: 2 })
    expect((await read(`/campaigns/${id}`)).body).toMatchObject({ termsVersion: 2, terms: '## As before' })
  })

  test('is mailed once to its members, with a way to stop such mails', async () => {
    const { id } = await createCampaign(app, { title: 'Night trains' })
    const [bob, eve, gone] = [await createMember(app), await createMember(app), await createMember(app)]
    for (const member of [bob, eve, gone]) await join(id, undefined, member)
    await leave(id, gone)
    await change(id, { title: 'Night trains', summary: 'Only other words' })
    await change(id, { reward: { leadCrels: 5 }, holdDays: 14 })
    const [mail, ...more] = await noticesTo(app, bob)
    expect([mail!.subject, more]).toEqual([expect.stringMatching(/.+ has new terms for “Night trains”$/), []])
    expect(mail!.text).toContain('the reward and how long earnings are pending')
    expect(mail!.links).toContain(`${app.config.publicOrigin}/campaigns/${id}`)
    expect(await noticesTo(app, gone)).toEqual([])

    const stop = mail!.links.find((link) => link.includes('/unsubscribe?'))!
    const stopped = await app.server.inject({ method: 'POST', url: stop })
    expect(stopped.statusCode).toBe(200)
    await change(id, { holdDays: 15 })
    expect([await noticesTo(app, bob), await noticesTo(app, eve)]).toMatchObject([
      { length: 1 },
      { length: 2 },
    ])
    // A change that was rolled back is mailed to no member.
    const givenUp = transact(async (tx) => {
      const input = { campaignId: id, changes: { holdDays: 16 }, reason: 'a test' }
      await changeCampaign(tx, testActor, input, app.config)
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    expect(await noticesTo(app, eve)).toHaveLength(2)
  })

  test('taken back asks nobody who holds what was put back, and those who agreed meanwhile', async () => {
    const { id } = await createCampaign(app, { terms: '## As before' })
    const [stayed, agreed, applied] = [
      await createMember(app),
      await createMember(app),
      await createMember(app),
    ]
    for (const member of [stayed, agreed]) await join(id, undefined, member)
    await change(id, { approval: 'application' })
    expect((await join(id, undefined, applied)).json()).toMatchObject({ state: 'applied' })
    await change(id, { terms: '## Other', holdDays: 14 })
    expect((await join(id, { termsVersion: 2 }, agreed)).statusCode).toBe(200)
    const notified = async () => [
      (await noticesTo(app, stayed)).length,
      (await noticesTo(app, agreed)).length,
    ]
    expect(await notified()).toEqual([1, 1])

    // Half of it put back is other terms still.
    expect(await change(id, { holdDays: 30 })).toMatchObject({ termsVersion: 3 })
    expect(await notified()).toEqual([2, 2])
    expect(await change(id, { terms: '## As before' })).toMatchObject({ termsVersion: 4 })
    const versions = async (member: TestMember) => {
      const { body } = await read('/enrolments', member.headers)
      const { termsVersion, newTermsVersion } = body.items[0]
      return { termsVersion, newTermsVersion }
    }
    expect(await Promise.all([stayed, applied, agreed].map(versions))).toEqual([
      { termsVersion: 4, newTermsVersion: null },
      { termsVersion: 4, newTermsVersion: null },
      { termsVersion: 2, newTermsVersion: 4 },
    ])
    expect(await notified()).toEqual([2, 3])
  })

  test('that changes nothing is none', async () => {
    const { id } = await createCampaign(app)
    const same = { holdDays: 30, reward: { leadCrels: 12, sale: { crels: 84 } } }
    expect(await change(id, same)).toEqual({ changed: [], termsVersion: 1 })
    expect((await campaignRecord(app.db, id)).changes).toEqual([])
  })
})

describe('any other change', () => {
  test('applies to all at once, and is recorded with its author and reason', async () => {
    const { id } = await createCampaign(app)
    await join(id)
    await change(id, {
      title: 'Another title',
      publicTitle: 'Sourdough',
      captions: ['Bread with a name.'],
      memberLimit: 1,
      perMemberCapCrels: 50,
    })
    const bob = await createMember(app)
    expect((await join(id, undefined, bob)).json()).toMatchObject({ code: 'campaign_full' })
    expect(await campaignRecord(app.db, id)).toMatchObject({
      title: 'Another title',
      publicTitle: 'Sourdough',
      publicDescription: null,
      captions: ['Bread with a name.'],
      members: 1,
      perMemberCapCrels: 50,
      changes: [
        {
          author: 'test',
          reason: 'a test',
          fields: ['title', 'publicTitle', 'captions', 'perMemberCapCrels', 'memberLimit'],
          termsVersion: 1,
        },
      ],
    })
  })

  test('of the destination leads the tracking links there', async () => {
    const { id } = await createCampaign(app)
    const { link } = (await join(id)).json()
    await change(id, { destinationUrl: 'https://elsewhere.example/new' })
    const { rows } = await sql<{ url: string; hosts: string[] }>`
      select l.destination_url as url, c.allowed_hosts as hosts
      from link l join campaign c on c.id = l.campaign_id where l.id = ${link.id}`.execute(app.db)
    expect(rows[0]).toEqual({ url: 'https://elsewhere.example/new', hosts: ['elsewhere.example'] })
  })

  test('leads to no blocked host; of a campaign whose host is blocked since, those who join get a link that is off', async () => {
    const leading = { destinationUrl: 'https://www.blocked-shop.example/x' }
    const { id } = await createCampaign(app, leading)
    await transact(
      async (tx) => await blockHost(tx, testActor, { host: 'blocked-shop.example', reason: 'phishing' }),
    )
    const { link } = (await join(id)).json()
    expect((await linkByCode(app.db, link.code))!.state).toBe('banned')
    await change(id, { title: 'Another title' })

    await expect(createCampaign(app, leading)).rejects.toMatchObject({ code: 'validation_failed' })
    const { id: fine } = await createCampaign(app)
    await expect(change(fine, leading)).rejects.toMatchObject({ code: 'validation_failed' })
    expect((await campaignRecord(app.db, fine)).changes).toEqual([])
  })

  test('of the end ends it then', async () => {
    const { id } = await createCampaign(app)
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await change(id, { endsAt: soon })
    await shiftClock(app.db, '2 hours')
    const record = await campaignRecord(app.db, id)
    await shiftClock(app.db, '0 hours')
    expect(record.state).toBe('ended')
  })

  test.each([
    ['a start that has passed', { startsAt: '2030-01-01T00:00:00Z' }, 'conflict'],
    ['an end that has passed', { endsAt: '2020-01-01T00:00:00Z' }, 'validation_failed'],
    ['an unknown category', { category: 'nowhere' }, 'validation_failed'],
    ['a destination that cannot be one', { destinationUrl: 'ftp://x' }, 'validation_failed'],
  ])('is refused: %s', async (_, file, code) => {
    const { id } = await createCampaign(app)
    await expect(change(id, file)).rejects.toMatchObject({ code })
    expect((await campaignRecord(app.db, id)).changes).toEqual([])
  })

  test('refuses an ended campaign and an unknown one, and a file that changes nothing', async () => {
    const { id } = await createCampaign(app)
    await transact(async (tx) => await setCampaignState(tx, testActor, { campaignId: id, action: 'end' }))
    await expect(change(id, { title: 'Late' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(change(newId('campaign'), { title: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    expect(() => readCampaignChanges({})).toThrow(expect.objectContaining({ code: 'validation_failed' }))
    expect(() => readCampaignChanges({ budgetCrels: 5 })).toThrow()
  })
})

test('records every change of state, by an operator or by the job', async () => {
  const { id } = await createCampaign(app, { publish: false })
  for (const action of ['publish', 'pause', 'resume', 'end'] as const)
    await transact(async (tx) => await setCampaignState(tx, testActor, { campaignId: id, action }))
  const { states } = await campaignRecord(app.db, id)
  expect(states.map(({ state }) => state)).toEqual(['draft', 'active', 'paused', 'active', 'ended'])
})

test('a member removed for a reason is out for good, the link stops, and they read why', async () => {
  const { id } = await createCampaign(app)
  const bob = await createMember(app)
  const { id: enrolmentId, link } = (await join(id, undefined, bob)).json()
  const remove = async (reason: string) =>
    await transact(async (tx) => await removeMember(tx, testActor, { enrolmentId, reason }, {}))
  const removed = await remove('Bought clicks')
  expect(removed).toMatchObject({ state: 'removed', reason: 'Bought clicks' })
  // Said again it is the same; another reason is another decision.
  expect(await remove('Bought clicks')).toEqual(removed)
  await expect(remove('Shared an account')).rejects.toMatchObject({ code: 'conflict' })
  const [mail, ...more] = await noticesTo(app, bob)
  expect([mail!.subject, more]).toEqual([expect.stringMatching(/.+ removed you from “.+”$/), []])
  expect(mail!.text).toContain('The reason: Bought clicks')
  expect(mail!.text).not.toContain('unsubscribe')
  expect((await join(id, undefined, bob)).json()).toMatchObject({
    code: 'application_declined',
    reason: 'Bought clicks',
  })
  expect((await leave(id, bob)).json()).toMatchObject({ code: 'not_enrolled' })
  const { rows } = await sql`select state from link where id = ${link.id}`.execute(app.db)
  expect(rows).toEqual([{ state: 'disabled' }])
  const gone = { enrolmentId: newId('enrolment'), reason: 'x' }
  await expect(transact(async (tx) => await removeMember(tx, testActor, gone, {}))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await campaignMembers(app.db, { campaignId: id, state: 'removed', limit: 5 })).toMatchObject([
    { id: enrolmentId, reason: 'Bought clicks' },
  ])
})

test('a suspended brand is not found, its members see it paused, and it continues unchanged', async () => {
  const brand = await createBrand(app)
  const { id } = await createCampaign(app, { brandId: brand.id })
  await join(id)
  const suspend = async (suspended: boolean) =>
    await transact(async (tx) => await suspendBrand(tx, testActor, { slug: brand.slug, suspended }))
  await createBrandKey(app, brand.id)
  expect(await reachOfBrand(app.db, brand.slug)).toMatchObject({
    keys: 1,
    campaigns: 1,
    members: 1,
    campaignExamples: [{ id }],
  })
  expect(await suspend(true)).toEqual({ changed: true })
  expect(await suspend(true)).toEqual({ changed: false })
  // Who is in it sees it, with a word of its own, and can leave it; nobody else does.
  const other = await createMember(app)
  expect((await read(`/campaigns/${id}`, other.headers)).status).toBe(404)
  expect((await read(`/campaigns/${id}`)).body).toMatchObject({
    state: 'paused',
    isBrandSuspended: true,
    canJoin: false,
    enrolment: { state: 'active' },
  })
  expect((await mine(id)).campaign).toMatchObject({ state: 'paused', isBrandSuspended: true })
  expect(await operatedCampaigns(app.db, { brand: brand.slug, limit: 5 })).toMatchObject([
    { id, state: 'active', brandSuspended: true },
  ])
  expect(await suspend(false)).toEqual({ changed: true })
  expect((await mine(id)).campaign.state).toBe('active')
  expect(await operatedCampaigns(app.db, { brand: brand.slug, state: 'paused', limit: 5 })).toEqual([])
  const unknownBrand = { slug: 'nobody', suspended: true }
  await expect(transact(async (tx) => await suspendBrand(tx, testActor, unknownBrand))).rejects.toMatchObject(
    {
      code: 'not_found',
    },
  )
})
