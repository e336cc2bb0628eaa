import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { CampaignVersion, OperatedCampaign } from '#contracts/operator-campaigns.schemas.ts'
import { onePixelPng } from '#server/modules/accounts/photo.fixture.ts'
import { changeCampaign } from '#server/modules/campaigns/public.ts'
import {
  app,
  follow,
  joinStage,
  openApp,
  report,
  sale,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { setRate } from '#server/modules/exchange/public.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'

openApp()

let mia: TestOperator
let max: TestOperator
let fay: TestOperator
beforeAll(async () => {
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
})

const read = async (path: string, who = mia) => await callOperator(app, who, { path })
const post = async (path: string, payload: object = {}, who = mia) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const change = async (campaignId: string, changes: object, reason: string) =>
  await app.db
    .transaction()
    .execute(async (tx) => await changeCampaign(tx, testActor, { campaignId, changes, reason }, app.config))

test('lists campaigns the newest first by pages, found by title, brand and state, in dollars', async () => {
  const brand = await createBrand(app, { name: 'Tide & Co' })
  const one = await createCampaign(app, { brandId: brand.id, title: 'Deck shoes' })
  const draft = await createCampaign(app, { brandId: brand.id, publish: false, budgetCrels: 0 })
  await createCampaign(app)
  const ids = async (query: string) =>
    (await read(`/campaigns?${query}`)).body.items.map(({ id }: OperatedCampaign) => id) as string[]
  expect(await ids(`brand=${brand.slug}`)).toEqual([draft.id, one.id])
  expect(await ids('q=DECK')).toEqual([one.id])
  expect(await ids('q=tide %26 c')).toEqual([draft.id, one.id])
  expect(await ids(`brand=${brand.slug}&state=draft`)).toEqual([draft.id])
  const page = await read(`/campaigns?brand=${brand.slug}&limit=1`)
  expect(await ids(`brand=${brand.slug}&limit=1&cursor=${page.body.nextCursor}`)).toEqual([one.id])
  const [row] = (await read('/campaigns?q=deck')).body.items as OperatedCampaign[]
  // 10 000 crels at 10.5 for a dollar.
  expect(row).toMatchObject({
    title: 'Deck shoes',
    state: 'active',
    brand: { slug: brand.slug, isSuspended: false },
    budget: { crels: 10_000, usdCents: 952_38 },
    spent: { crels: 0, usdCents: 0 },
    left: { crels: 10_000, usdCents: 952_38 },
    cost: { per1000ClicksUsdCents: null, leadUsdCents: 1_14, saleUsdCents: 8_00, saleBps: null },
  })
})

test('shows a campaign with its offer, and what a pause touches', async () => {
  const at = await stage()
  await report(at.key, sale(await follow(at.code)))
  const { body } = await read(`/campaigns/${at.campaignId}`)
  expect(body).toMatchObject({
    id: at.campaignId,
    revision: 0,
    usdToCrels: '10.5',
    members: 1,
    offer: { reward: { leadCrels: 12, sale: { crels: 84 }, clickMillicrels: null }, holdDays: 30 },
  })
  expect(body.states.map(({ state }: { state: string }) => state)).toContain('active')
  expect((await read(`/campaigns/${at.campaignId}/preview`)).body).toMatchObject({
    members: 1,
    applicants: 0,
    links: 1,
    left: body.left,
  })
  for (const path of ['', '/preview', '/versions'])
    expect((await read(`/campaigns/cmp_${'0'.repeat(32)}${path}`)).status).toBe(404)
})

test('a preview counts the links that another destination moves: off ones too, and no deep ones', async () => {
  const { campaignId } = await stage()
  await sql`
    insert into link (id, code, kind, owner_uid, enrolment_id, campaign_id, destination_url, expires_at, state)
    select 'lnk_' || md5(campaign_id || n.kind || n.state || n.is_over), 'x' || left(md5(campaign_id || n.kind || n.state || n.is_over), 12),
      n.kind, owner_uid, enrolment_id, campaign_id, destination_url,
      case when n.is_over then crels_now() - interval '1 day' end, n.state
    from link cross join (values ('deep', 'active', false), ('share', 'active', true), ('share', 'disabled', false)) n (kind, state, is_over)
    where campaign_id = ${campaignId} and link.kind = 'tracking'`.execute(app.db)
  const { body } = await read(`/campaigns/${campaignId}/preview`)
  expect(body).toMatchObject({ links: 2, followingLinks: 3 })
  await change(campaignId, { destinationUrl: 'https://brand.example/elsewhere' }, 'Moved')
  const { rows } = await sql<{ moved: number }>`
    select count(*) as moved from link
    where campaign_id = ${campaignId} and destination_url = 'https://brand.example/elsewhere'`.execute(app.db)
  expect(rows[0]!.moved).toBe(body.followingLinks)
})

test('pauses once: a colleague’s second is a conflict that names the first; and resumes', async () => {
  const { id } = await createCampaign(app)
  const path = `/campaigns/${id}/state`
  const both = await Promise.all([mia, max].map(async (who) => await post(path, { action: 'pause' }, who)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^A campaign that is paused cannot pause\. (mia|max) did campaign\.state on it at/,
  )
  expect((await post(path, { action: 'resume' })).body.state).toBe('active')
  expect((await post(path, { action: 'unpublish' })).status).toBe(409)
  expect((await post(path, { action: 'explode' })).status).toBe(422)
  expect((await post(path, { action: 'end' }, fay)).status).toBe(403)
  expect((await post(path, { action: 'end' })).body.state).toBe('ended')
})

test('a payment is put in once, by who may, and lets a spent campaign run again', async () => {
  const { id } = await createCampaign(app, { budgetCrels: 0 })
  await joinStage(id).catch(() => null)
  const path = `/campaigns/${id}/top-ups`
  const payment = { crels: 1_000, reference: 'INV-7' }
  expect((await post(path, payment, mia)).status).toBe(403)
  const both = await Promise.all([1, 2].map(async () => await post(path, payment, fay)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)!
  expect(refused.body.detail).toContain('The payment INV-7 was put in before: nothing was added.')
  expect(both.find(({ status }) => status === 200)!.body).toMatchObject({
    state: 'active',
    budget: { crels: 1_000 },
    left: { crels: 1_000 },
  })
  expect((await post(path, { ...payment, crels: 2_000 }, fay)).status).toBe(409)
  for (const crels of [0, -5, 0.5, 10 ** 12])
    expect((await post(path, { crels, reference: 'INV-8' }, fay)).status, String(crels)).toBe(422)
  expect((await read(`/campaigns/${id}`)).body.left.crels).toBe(1_000)
})

test('versions are the offer after each change, with who changed what and why', async () => {
  const { id, title } = await createCampaign(app)
  expect((await read(`/campaigns/${id}/versions`)).body.items).toMatchObject([{ number: 1, fields: [] }])
  await change(id, { title: 'Second', holdDays: 14 }, 'Shorter')
  await change(id, { terms: 'New terms', title: 'Third' }, 'Clearer')
  const { items } = (await read(`/campaigns/${id}/versions`)).body as { items: CampaignVersion[] }
  expect(items.map(({ number, reason, fields }) => ({ number, reason, fields: fields.toSorted() }))).toEqual([
    { number: 3, reason: 'Clearer', fields: ['terms', 'title'] },
    { number: 2, reason: 'Shorter', fields: ['holdDays', 'title'] },
    { number: 1, reason: null, fields: [] },
  ])
  expect(items.map(({ offer }) => [offer.title, offer.holdDays])).toEqual([
    ['Third', 14],
    ['Second', 14],
    [title, 30],
  ])
  expect(items[2]!.offer.terms).toContain('What counts')
  expect((await read(`/campaigns/${id}`)).body.revision).toBe(2)
})

test('an edit of what somebody else changed meanwhile is a conflict', async () => {
  const { id } = await createCampaign(app)
  const edit = async (title: string, seen: number) =>
    await app.db
      .transaction()
      .execute(
        async (tx) =>
          await changeCampaign(
            tx,
            testActor,
            { campaignId: id, changes: { title }, reason: 'test', seen },
            app.config,
          ),
      )
  await edit('One', 0)
  await expect(edit('Two', 0)).rejects.toMatchObject({ code: 'conflict' })
  await edit('Two', 1)
})

test('a duplicate is a draft with the same offer, without budget, members and a past end', async () => {
  const { id } = await createCampaign(app, {
    endsAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    allowedHosts: ['shop.example'],
    memberLimit: 5,
  })
  await joinStage(id)
  await sql`update campaign set starts_at = starts_at - interval '9 days', ends_at = crels_now() - interval '1 day' where id = ${id}`.execute(
    app.db,
  )
  const made = await post(`/campaigns/${id}/duplicates`, { title: 'Once more' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({
    title: 'Once more',
    state: 'draft',
    members: 0,
    memberLimit: 5,
    endsAt: null,
    budget: { crels: 0 },
  })
  const { offer } = (await read(`/campaigns/${id}`)).body
  const { title: _, startsAt: __, endsAt: ___, ...same } = offer
  expect(made.body.offer).toMatchObject(same)
  expect((await post(`/campaigns/${id}/duplicates`, { title: 'x' }, fay)).status).toBe(403)
})

test('a draft that a colleague has written in is not archived by who saw it before', async () => {
  const { id } = await createCampaign(app)
  const made = await post(`/campaigns/${id}/duplicates`, { title: 'Once more' })
  const archive = async (seen: number) =>
    await post(`/campaigns/${made.body.id}/state`, { action: 'archive', seen })
  await change(made.body.id, { title: 'Mugs for autumn' }, 'A better title')
  const late = await archive(made.body.revision)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(/^Someone else changed this campaign in the meantime\./)
  const { revision, state } = (await read(`/campaigns/${made.body.id}`)).body
  expect(state).toBe('draft')
  expect((await archive(revision)).body.state).toBe('archived')
  // Pressed twice, it is answered as it is.
  expect((await archive(revision)).status).toBe(200)
})

const draft = (brand: string) => ({
  brand,
  category: 'audio',
  title: 'Written in the console',
  summary: 'Short.',
  terms: 'Every sale.',
  destinationUrl: 'https://brand.example/landing',
  reward: { clickMillicrels: 300 },
})

test('a campaign is made as a draft without budget, by the schema of its file', async () => {
  const { slug } = await createBrand(app)
  const made = await post('/campaigns', draft(slug))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({
    state: 'draft',
    budget: { crels: 0 },
    cost: { per1000ClicksUsdCents: 28_57 },
    offer: { allowedHosts: ['brand.example'], holdDays: 30, approval: 'open' },
  })
  // Neither a budget nor publishing comes along.
  for (const more of [{ budgetCrels: 5 }, { publish: true }])
    expect((await post('/campaigns', { ...draft(slug), ...more })).status).toBe(422)
  const wrong = await post('/campaigns', { ...draft(slug), reward: {}, title: ' ', countries: ['pt'] })
  expect(wrong.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
    'body.countries.0',
    'body.reward',
    'body.title',
  ])
  expect((await post('/campaigns', draft('nobody'))).body.issues[0].path).toBe('brand')
  expect((await post('/campaigns', draft(slug), fay)).status).toBe(403)
})

test('an edit of two operators is one, and a conflict that names the first', async () => {
  const { id } = await createCampaign(app)
  const edit = async (who: TestOperator, changes: object, seen = 0) =>
    await callOperator(app, who, {
      method: 'PATCH',
      path: `/campaigns/${id}`,
      payload: { changes, reason: 'Clearer', seen },
    })
  const both = await Promise.all([edit(mia, { title: 'One' }), edit(max, { title: 'Two' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^Someone else changed this campaign in the meantime\. Your change was not saved\. (mia|max) did campaign\.edit on it at/,
  )
  expect((await edit(mia, { title: 'Three' }, 1)).body).toMatchObject({ title: 'Three', revision: 2 })
  expect((await edit(mia, {}, 2)).status).toBe(422)
  expect((await edit(mia, { brand: 'other' }, 2)).status).toBe(422)
  expect((await edit(fay, { title: 'Four' }, 2)).status).toBe(403)
})

test('takes a picture with a reason, and draws the cover again', async () => {
  const { id } = await createCampaign(app)
  const url = `/api/v1/operator/campaigns/${id}/picture`
  const headers = { ...mia.headers, 'content-type': 'image/png' }
  const put = async (query: string, payload: Buffer) =>
    await app.server.inject({ method: 'PUT', url: url + query, headers, payload })
  expect((await put('', onePixelPng)).statusCode).toBe(422)
  const kept = await put('?reason=First', onePixelPng)
  expect(kept.statusCode, kept.body).toBe(200)
  expect(kept.json().offer.coverUrl).toMatch(/^\/files\/campaigns\//)
  expect((await put('?reason=x', Buffer.from('none'))).statusCode).toBe(422)
  // Whoever did not see this one neither replaces nor removes it.
  const late = await put('?reason=x&seen=', onePixelPng)
  expect([late.statusCode, late.json().detail]).toEqual([
    409,
    expect.stringMatching(
      /^Someone else changed the picture in the meantime\. Your change was not saved\. mia did campaign\.picture on it/,
    ),
  ])
  const other = `/campaigns/${id}/picture?reason=x&seen=${encodeURIComponent('/files/campaigns/other.webp')}`
  expect((await callOperator(app, max, { method: 'DELETE', path: other })).status).toBe(409)
  const seen = encodeURIComponent(kept.json().offer.coverUrl)
  const next = await put(`?reason=Next&seen=${seen}`, onePixelPng)
  expect(next.statusCode, next.body).toBe(200)
  const removed = await callOperator(app, mia, {
    method: 'DELETE',
    path: `/campaigns/${id}/picture?reason=Drawn`,
  })
  expect(removed.body.offer.coverUrl).toBeNull()
})

test('says what a campaign can be made of', async () => {
  const { slug } = await createBrand(app)
  const { body } = await read('/campaign-choices')
  expect(body.usdToCrels).toBe('10.5')
  expect(body.brands.map((brand: { slug: string }) => brand.slug)).toContain(slug)
  expect(body.categories[0]).toEqual({ slug: 'food-drink', name: 'Food & drink' })
})

test('says nothing of dollars where a rate makes them more than can be counted', async () => {
  const { id } = await createCampaign(app, { title: 'Rich', budgetCrels: 1_000_000_000 })
  const rate = { usdToCrels: '0.000001', confirmed: true, reason: 'a test' }
  await app.db.transaction().execute(async (tx) => await setRate(tx, testActor, rate))
  const [row] = (await read('/campaigns?q=rich')).body.items as OperatedCampaign[]
  expect(row!.budget).toEqual({ crels: 1_000_000_000, usdCents: null })
  expect((await read(`/campaigns/${id}/preview`)).body.left.usdCents).toBeNull()
})
