import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { ReviewPage, ShareReview } from '#contracts/operator-review-shapes.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { app, claim, openApp, person, type Person } from '#testing/rewards.ts'
import { insertMemberVisitor } from './modules/conversions/member-visitors.ts'
import { settleShares } from './modules/shares/settle-shares.ts'

openApp()

let support: TestOperator
beforeAll(async () => {
  support = await operatorBearer(app, 'support')
})

const agent = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`

/** Shares a campaign, which visitors of one address come by, and one of another; the id of its link. */
async function sharedAlike(member: Person, campaignId: string, alike: number): Promise<string> {
  const before = await waiting()
  const answer = await claim(member, 'social-share', { network: 'x', campaignId })
  expect(answer.statusCode, answer.body).toBe(200)
  const visits = [
    ...Array.from({ length: alike }, (_, at) => ['203.0.113.50', agent(100 + at)] as const),
    ['95.216.10.1', agent(140)] as const,
  ]
  for (const [remoteAddress, userAgent] of visits)
    await app.server.inject({
      url: new URL(answer.json().share.url).pathname,
      headers: { 'user-agent': userAgent },
      remoteAddress,
    })
  await app.clicks.flush()
  await settleShares(app.db, { log: pino({ level: 'silent' }), limits: app.config.clickLimits })
  return (await waiting()).find((id) => !before.includes(id))!
}

async function waiting(): Promise<string[]> {
  const { body } = await callOperator(app, support, { path: '/reviews?kind=shares' })
  return (body as ReviewPage).items.map(({ id }) => id)
}

async function shown(id: string): Promise<ShareReview> {
  const { status, body } = await callOperator(app, support, { path: `/reviews/shares/${id}` })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as ShareReview
}

test('a share under review is shown with its link, who came by it and how much they look alike', async () => {
  const [member, twin] = [await person(), await person()]
  for (const { uid } of [member, twin])
    await insertMemberVisitor(app.db, uid, { visitor: 'ab'.repeat(16), address: '00'.repeat(8) })
  const campaign = await createCampaign(app)
  const id = await sharedAlike(member, campaign.id, 6)
  const review = await shown(id)
  expect(review).toMatchObject({
    kind: 'shares',
    id,
    isUnderReview: true,
    state: 'under_review',
    member: { uid: member.uid },
    campaign: { id: campaign.id },
    network: 'x',
    points: 30,
    visitorsNeeded: 3,
    visitors: { all: 7, own: 0, ownNetwork: 0, counted: 1, alike: 6, hosting: 1, addresses: 2, networks: 2 },
    networks: [
      { kind: 'other', visitors: 6, addresses: 1 },
      { kind: 'hosting', visitors: 1, addresses: 1 },
    ],
    others: { shares: { underReview: 0, accepted: 0, rejected: 0 } },
    alike: [{ uid: twin.uid, isOnDevice: true, isPaidThere: false }],
    member360: { accepted: 0, rejected: 0, debtCrels: 0 },
  })
  // What it pays is points, in its list and in its group too.
  const list = await callOperator(app, support, { path: `/reviews?kind=shares&uid=${member.uid}` })
  expect((list.body as ReviewPage).items).toMatchObject([{ id, crels: 0, points: 30 }])
  await sharedAlike(member, (await createCampaign(app)).id, 6)
  const groups = await callOperator(app, support, { path: '/reviews/groups?kind=shares' })
  expect(groups.body.items).toContainEqual(
    expect.objectContaining({
      count: 2,
      crels: 0,
      points: 60,
      member: expect.objectContaining({ uid: member.uid }) as object,
    }),
  )
  expect(review.url).toMatch(new RegExp(`^${app.config.publicOrigin}/s/[a-z0-9]{7}$`))
  expect(review.devices.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(7)
  const steps = review.timeline.map(({ what }) => what)
  expect([steps[0], steps.at(-1)]).toEqual(['shared', 'review'])
  expect(steps.toSorted()).toEqual(['busiest_minute', 'first_visitor', 'last_visitor', 'review', 'shared'])
})

test('a decided one says so, and counts among the others of its member', async () => {
  const member = await person()
  const first = await sharedAlike(member, (await createCampaign(app)).id, 4)
  const decided = await callOperator(app, support, {
    method: 'POST',
    path: '/reviews/shares/decide',
    payload: { ids: [first], accept: false },
  })
  expect(decided.body).toMatchObject({ done: 1 })
  const review = await shown(first)
  expect(review).toMatchObject({ isUnderReview: false, state: 'rejected' })
  expect(review.timeline.at(-1)).toMatchObject({ what: 'decision', detail: 'support' })
  const second = await sharedAlike(member, (await createCampaign(app)).id, 4)
  expect((await shown(second)).others).toEqual({
    shares: { underReview: 0, accepted: 0, rejected: 1 },
    clicks: { underReview: 0, accepted: 0, rejected: 0 },
    conversions: { underReview: 0, accepted: 0, rejected: 0 },
  })
})

test('what is no share under review is not found, and members are not for everybody', async () => {
  const path = `/reviews/shares/lnk_${'0'.repeat(32)}`
  expect((await callOperator(app, support, { path })).status).toBe(404)
  expect((await callOperator(app, support, { path: '/reviews/shares/other' })).status).toBe(404)
  const reader = await operatorBearer(app, 'read-only')
  expect((await callOperator(app, reader, { path })).status).toBe(403)
  expect((await app.server.inject({ url: `/api/v1/operator${path}` })).statusCode).toBe(401)
})
