import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CampaignVersion, OperatedCampaignDetail } from '#contracts/operator-campaigns.schemas.ts'
import { changeCampaign, putCampaignPicture, setCampaignState } from '#server/modules/campaigns/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await app.jobs.install()
  mia = await operatorBearer(app, 'manager')
})
afterAll(() => app.close())

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#f00" d="M0 0h9v9H0z"/></svg>',
)
const reason = 'Its photographer did not agree'

const campaign = async (id: string) =>
  (await callOperator(app, mia, { path: `/campaigns/${id}` })).body as OperatedCampaignDetail
/** Gives a campaign another picture, and answers its address. */
async function picture(id: string): Promise<string> {
  const deps = { files: app.files, destinations: app.config }
  await putCampaignPicture(app.db, testActor, { campaignId: id, bytes: svg, reason: 'A test' }, deps)
  return (await campaign(id)).offer.coverUrl!
}
const erase = async (id: string, coverUrl: string, who = mia) =>
  await callOperator(app, who, {
    method: 'POST',
    path: `/campaigns/${id}/picture-erasures`,
    payload: { coverUrl, reason },
  })
/** What the address of a picture answers once the job that the act began has run. */
async function statusOf(url: string): Promise<number> {
  await app.jobs.run('remove-dropped-files')
  return (await app.server.inject({ url })).statusCode
}
const change = async (campaignId: string, coverUrl: string) =>
  await inTransaction(app.db, async (tx) =>
    changeCampaign(tx, testActor, { campaignId, changes: { coverUrl }, reason: 'A test' }, app.config),
  )

test('a picture that is shown is erased at once and for good, and the cover is drawn', async () => {
  const { id } = await createCampaign(app)
  const url = await picture(id)
  expect(await statusOf(url)).toBe(200)
  const erased = await erase(id, url)
  expect([erased.status, erased.body.offer.coverUrl, erased.body.revision]).toEqual([200, null, 2])
  expect(await statusOf(url)).toBe(404)
  await expect(change(id, url)).rejects.toMatchObject({ code: 'validation_failed' })
  expect((await erase(id, url)).status).toBe(404)
  const { items } = (await callOperator(app, mia, { path: `/campaigns/${id}/versions` })).body as {
    items: CampaignVersion[]
  }
  expect(
    items.map(({ offer, fields, isCoverAvailable }) => [offer.coverUrl, fields, isCoverAvailable]),
  ).toEqual([
    [null, ['coverUrl'], true],
    [url, ['coverUrl'], false],
    [null, [], true],
  ])
  const { rows } = await sql`
    select action, before, after, reason from audit_entry where target = ${id} order by seq desc limit 1`.execute(
    app.db,
  )
  expect(rows).toEqual([
    {
      action: 'campaign.erase-picture',
      before: { coverUrl: url },
      after: { coverUrl: null, erased: url },
      reason,
    },
  ])
})

test('one that was replaced is erased before its week is over, and what the campaign offers stays', async () => {
  const { id } = await createCampaign(app)
  const [first, second] = [await picture(id), await picture(id)]
  expect(await statusOf(first)).toBe(200)
  const { revision } = await campaign(id)
  const { status, body } = await erase(id, first)
  expect([status, body.offer.coverUrl, body.revision]).toEqual([200, second, revision])
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  const { items } = (await callOperator(app, mia, { path: `/campaigns/${id}/versions` })).body as {
    items: CampaignVersion[]
  }
  expect(items).toHaveLength(3)
})

test('a campaign that is over lets go of its picture too', async () => {
  const { id } = await createCampaign(app)
  const url = await picture(id)
  await inTransaction(app.db, async (tx) =>
    setCampaignState(tx, testActor, { campaignId: id, action: 'end', reason: 'Over' }),
  )
  expect((await erase(id, url)).body).toMatchObject({ state: 'ended', offer: { coverUrl: null } })
  expect(await statusOf(url)).toBe(404)
})

/** The acts on a campaign’s pictures, the last one first. */
async function erasuresOf(id: string) {
  const { rows } = await sql`
    select before, after, reason from audit_entry
    where target = ${id} and action = 'campaign.erase-picture' order by seq desc`.execute(app.db)
  return rows
}

test('one that other campaigns show is gone from all of them, also where they are over', async () => {
  const [one, other, over] = [
    await createCampaign(app),
    await createCampaign(app, { title: 'Tea by post' }),
    await createCampaign(app, { title: 'Cocoa' }),
  ]
  const url = await picture(one.id)
  for (const { id } of [other, over]) await change(id, url)
  for (const campaignId of [one.id, over.id])
    await inTransaction(app.db, async (tx) =>
      setCampaignState(tx, testActor, { campaignId, action: 'end', reason: 'Over' }),
    )
  const { items } = (await callOperator(app, mia, { path: `/campaigns/${one.id}/versions` })).body as {
    items: CampaignVersion[]
  }
  const shown = [other, over]
    .map(({ id, title }) => ({ id, title }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(items.map(({ coverShownBy }) => coverShownBy)).toEqual([shown, []])
  // At once from two of them: one erases it, and the other finds it gone.
  const both = await Promise.all([erase(one.id, url), erase(other.id, url)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await statusOf(url)).toBe(404)
  for (const { id } of [one, other, over]) {
    const { offer, revision } = await campaign(id)
    expect([offer.coverUrl, revision]).toEqual([null, 2])
    expect(await erasuresOf(id)).toEqual([
      { before: { coverUrl: url }, after: { coverUrl: null, erased: url }, reason },
    ])
  }
})

test('one that a campaign gave up is gone from another that shows it, with an entry for each', async () => {
  const [one, other] = [await createCampaign(app), await createCampaign(app)]
  const url = await picture(one.id)
  await change(other.id, url)
  const kept = await picture(one.id)
  expect((await erase(one.id, url)).body.offer.coverUrl).toBe(kept)
  expect([await statusOf(url), await statusOf(kept)]).toEqual([404, 200])
  expect((await campaign(other.id)).offer.coverUrl).toBeNull()
  expect([await erasuresOf(one.id), await erasuresOf(other.id)]).toEqual([
    [{ before: null, after: { erased: url }, reason }],
    [{ before: { coverUrl: url }, after: { coverUrl: null, erased: url }, reason }],
  ])
})

test('who may not edit erases none, and nothing else is erased as a picture', async () => {
  const { id } = await createCampaign(app)
  const url = await picture(id)
  expect((await erase(id, url, await operatorBearer(app, 'support'))).status).toBe(403)
  expect((await erase(id, `/files/campaigns/${'0'.repeat(32)}.webp`)).status).toBe(404)
  expect((await erase(`cmp_${'0'.repeat(32)}`, url)).status).toBe(404)
  // Nothing but pictures of campaigns, such as a member's photo.
  expect((await erase(id, `/files/photos/${'0'.repeat(32)}.webp`)).status).toBe(422)
  expect(await statusOf(url)).toBe(200)
})
