import { sql } from 'kysely'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { revokeBrandKey } from '#server/modules/brands/public.ts'
import { houseIssued, memberAvailable, move, post } from '#server/modules/ledger/public.ts'
import { pastCheckIns } from '#testing/past-check-ins.ts'
import { utcMonthName } from '#rules/utc-months.ts'
import {
  app,
  follow,
  hasty,
  advanceClock,
  report,
  sale,
} from '#server/modules/conversions/conversions.fixture.ts'
import { unlockDueEarnings } from '#server/modules/conversions/public.ts'
import type { TestApp } from '#testing/app.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { awayFromMidnight } from '#testing/midnight.ts'
import { addUsableDestination, giveCrels, redeem, partyOf } from '#testing/redeemers.ts'
import { testActor } from '#testing/operators.ts'

/** A small world in which every endpoint has something to answer. */
export interface EndpointStage {
  app: TestApp
  brand: { id: string; slug: string; name: string }
  /** Keys that say `Bearer …`: of the brand, of another brand, and one of the brand's that was revoked. */
  brandKey: string
  otherBrandKey: string
  revokedBrandKey: string
  /** In `joined` and `leaving`; has earned, one earning pending and one available. */
  owner: TestMember
  /** Of the owner's link, not converted yet. */
  clickId: string
  /** Of a sale of the owner's that was accepted. */
  eventId: string
  /** Of a sale of the owner's that is under review. */
  heldEarningId: string
  joined: string
  leaving: string
  /** It has no members. */
  free: string
  /** In no campaign. */
  stranger: TestMember
  unverified: TestMember
}

/** Makes it in the file's own app, which the fixture of conversions opens and closes: the books hold at the end. */
export async function openEndpointStage(): Promise<EndpointStage> {
  // What is compared at the end says which date it is.
  await awayFromMidnight(app, { minutes: 60 })
  await app.work()
  const brand = await createBrand(app)
  const other = await createBrand(app)
  const brandKey = `Bearer ${await createBrandKey(app, brand.id)}`
  const [joined, leaving, free] = await Promise.all(
    [1, 2, 3].map(async () => (await createCampaign(app, { brandId: brand.id })).id),
  )
  const owner = await createMember(app, {
    profile: completeProfile,
    password: 'the owner’s own horse',
  })
  await rewardable(owner)
  const { code } = await join(owner, joined!)
  await join(owner, leaving!)
  const clickId = await follow(code)
  const clicks = [await follow(code), await follow(code)]
  await advanceClock('1 minute')
  const key = { authorization: brandKey }
  await report(key, sale(clicks[0]!, { type: 'lead', amount: undefined }))
  await advanceClock('31 days')
  await app.db.transaction().execute(async (tx) => await unlockDueEarnings(tx, app.clock.now()))
  const eventId = await soldLater(key, code)
  const heldEarningId = await heldSale(key, code)
  // Crels to redeem, and a redemption under way.
  await giveCrels(app, await partyOf(app, owner), 5_000)
  const destinationId = await addUsableDestination(app, owner, { kind: 'paypal', email: owner.email })
  await redeem(app, { ...owner, destinationId })
  const removal = { campaignId: free!, title: 'A campaign', brand: brand.name, reason: 'It is full.' }
  await app.db.transaction().execute(async (tx) => {
    await notifyMembers(tx, [owner.uid], { kind: 'removed', facts: removal })
  })
  const [stranger, unverified] = [await createMember(app), await createMember(app, { verified: false })]
  const otherBrandKey = `Bearer ${await createBrandKey(app, other.id)}`
  const revokedBrandKey = await revokedKey(brand.id)
  return {
    app,
    brand,
    brandKey,
    otherBrandKey,
    revokedBrandKey,
    owner,
    clickId,
    eventId,
    heldEarningId,
    joined: joined!,
    leaving: leaving!,
    free: free!,
    stranger,
    unverified,
  }
}

/** A request that succeeds on the stage, with the status it is answered with. */
export interface Sample {
  status: number
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  payload?: object
  /** Beyond the bearer, or in its place. */
  headers?: Record<string, string>
}

/** Makes the successful requests of one endpoint, in their order. */
export type MakeSamples = (stage: EndpointStage) => Sample[] | Promise<Sample[]>
/** Everything of a member that a stranger must neither see nor change. */
export async function belongings({ app, owner }: EndpointStage): Promise<Record<string, unknown>> {
  const paths = [
    `/api/v1/users/${owner.uid}`,
    '/api/v1/wallet',
    '/api/v1/points/history',
    '/api/v1/gamification/daily-check-in',
    '/api/v1/gamification/monthly-claim',
    '/api/v1/gamification/holder-prize',
    '/identity/sessions',
    '/api/v1/earnings',
    '/api/v1/enrolments',
    '/api/v1/conversion-claims',
    '/api/v1/payout-destinations',
    '/api/v1/redemptions',
    '/api/v1/tax-profile',
    '/api/v1/notifications',
    '/api/v1/shortlinks',
    '/api/v1/support-requests',
    ...['available', 'pending', 'debt'].map((account) => `/api/v1/wallet/statement?account=${account}`),
  ]
  const { headers } = owner
  const answers = paths.map(async (url) => [url, (await app.server.inject({ url, headers })).json()] as const)
  return Object.fromEntries(await Promise.all(answers))
}

/** What rewards ask for after the 31 days: a balance throughout, and check-ins in the month before. */
async function rewardable({ uid }: TestMember): Promise<void> {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(app.db)
  const { party } = rows[0]!
  const held = { kind: 'test', scope: 'stage', idem: party }
  const lines = move(houseIssued, memberAvailable(party), 100)
  await app.db.transaction().execute(async (tx) => await post(tx, { ...held, lines }))
  const month = utcMonthName(app.clock.now().getTime() + 31 * 86_400_000, -1)
  const dates = [1, 2, 3, 4, 5].map((day) => `${month}-0${day}`)
  await pastCheckIns(app.db, party, dates)
}

async function join({ headers }: TestMember, campaignId: string): Promise<{ code: string }> {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const response = await app.server.inject({ method: 'POST', url, headers })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().link
}

async function heldSale(key: { authorization: string }, code: string): Promise<string> {
  const { body } = await report(key, hasty(await follow(code)))
  if (body.status !== 'under_review') throw new Error(JSON.stringify(body))
  return body.earning.id
}

async function soldLater(key: { authorization: string }, code: string): Promise<string> {
  const clickId = await follow(code)
  await advanceClock('1 minute')
  const sent = sale(clickId)
  const { body } = await report(key, sent)
  if (body.status !== 'accepted') throw new Error(JSON.stringify(body))
  return sent.eventId
}

async function revokedKey(brandId: string): Promise<string> {
  const key = await createBrandKey(app, brandId)
  const { rows } = await sql<{ id: string }>`
    select id from brand_key where brand_id = ${brandId} order by id desc limit 1`.execute(app.db)
  await app.db
    .transaction()
    .execute(async (tx) => await revokeBrandKey(tx, testActor, { keyId: rows[0]!.id }))
  return `Bearer ${key}`
}
