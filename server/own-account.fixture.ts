import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect } from 'vitest'
import { payClicks } from '#server/modules/conversions/pay-clicks.ts'
import { newId } from '#server/platform/ids.ts'
import {
  advanceClock,
  app,
  follow,
  hasty,
  report,
  sell,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { askServer } from '#testing/ask-server.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { seasonInReview } from '#testing/seasons.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { callShop, givePoints, homeAddress, makeItem } from '#testing/shop.ts'
import { addUsableDestination, createRedeemer, partyOf, redeem, type Redeemer } from '#testing/redeemers.ts'

/** Boss is a member too, under another spelling of the same mailbox. */
export let own: Redeemer
export let boss: TestOperator
export let olga: TestOperator
export let kim: TestOperator
let giftCard: string

/** For the test file: after its product is open. */
export function openTrials(): void {
  beforeAll(async () => {
    olga = await operatorBearer(app, 'owner', 'olga@crels.example')
    kim = await operatorBearer(app, 'owner', 'kim@crels.example')
    boss = await operatorBearer(app, 'owner', 'boss@crels.example')
    for (const { operatorId } of [boss, olga, kim]) await giveFactor(app, operatorId)
    own = await createRedeemer(app, { email: 'Boss+creator@crels.example', crels: 100_000 })
    giftCard = await addUsableDestination(app, own, { kind: 'gift_card', email: 'cards@example.com' })
  })
}

export interface Asked {
  path: string
  payload?: object
  /** A file in its place. */
  csv?: string
}

/** What an operator would do to Boss’s own account, by the id of its endpoint: everything is ready for it. */
export const trials: Record<string, () => Promise<Asked>> = {
  approveApplications: async () => ({ path: '/applications/approve', payload: { ids: [await applied()] } }),
  declineApplications: async () => ({ path: '/applications/decline', payload: { ids: [await applied()] } }),
  letBackIn: async () => {
    const { enrolmentId } = await joined()
    const path = `/members/${own.uid}/campaigns/${enrolmentId}`
    await done(olga, { path: `${path}/removal`, payload: { reason: 'Bought clicks.' } })
    return { path: `${path}/return`, payload: { reason: 'It was another.' } }
  },
  decideConversions: async () => {
    const at = await joined()
    const { body } = await report(at.key, hasty(await follow(at.code)))
    return { path: '/reviews/conversions/decide', payload: { ids: [body.id], accept: true } }
  },
  previewCorrection: async () => ({
    path: `/conversions/${await sold()}/correction-preview`,
    payload: { amount: { currency: 'USD', minor: 90_00 } },
  }),
  correctConversion: async () => ({
    path: `/conversions/${await sold()}/correct`,
    payload: { amount: { currency: 'USD', minor: 90_00 }, reason: 'The brand says so.' },
  }),
  reverseClickEarnings: async () => ({
    path: `/members/${own.uid}/earnings/reversal`,
    payload: { ids: [await paidClicks()], reason: 'not_genuine' },
  }),
  reverseConversion: async () => ({
    path: `/conversions/${await sold()}/reverse`,
    payload: { reason: 'order_not_genuine' },
  }),
  decideClicks: async () => {
    const { enrolmentId } = await joined()
    const id = newId('clickReview')
    await sql`
      insert into click_review (id, enrolment_id, reason, clicks, first_at, last_at)
      values (${id}, ${enrolmentId}, 'network', 3, crels_now(), crels_now())`.execute(app.db)
    return { path: '/reviews/clicks/decide', payload: { ids: [id], accept: true } }
  },
  decideShares: async () => {
    const { linkId, campaignId } = await joined()
    await sql`
      insert into social_share (link_id, uid, party, campaign_id, network, day, shared_at, closes_at, look_again_at,
        review_state, review_reason, review_visitors, review_began_at)
      values (${linkId}, ${own.uid}, ${own.party}, ${campaignId}, 'mastodon', current_date, crels_now(),
        crels_now() + interval '7 days', crels_now() + interval '1 day', 'under_review', 'alike', 3, crels_now())`.execute(
      app.db,
    )
    return { path: '/reviews/shares/decide', payload: { ids: [linkId], accept: true } }
  },
  releaseInvitations: async () => ({
    path: '/reviews/invitations/release',
    payload: { ids: [await invited()] },
  }),
  refuseInvitations: async () => ({
    path: '/reviews/invitations/refuse',
    payload: { ids: [await invited()], reason: 'not_genuine' },
  }),
  acceptClaim: async () => ({ path: `/claims/${await claimed()}/accept`, payload: {} }),
  declineClaims: async () => ({
    path: '/claims/decline',
    payload: { ids: [await claimed()], answer: 'The shop has no such order.' },
  }),
  recordBrandAnswer: async () => {
    const claimId = await claimed()
    const id = newId('brandQuestion')
    await sql`
      insert into brand_question (id, brand_id, uid, claim_id, question, asked_by)
      select ${id}, brand_id, uid, id, 'Is it genuine?', 'olga' from conversion_claim where id = ${claimId}`.execute(
      app.db,
    )
    return { path: `/brand-questions/${id}/answer`, payload: { answer: 'It is.' } }
  },
  approveRedemption: async () => ({ path: `/redemptions/${await requested()}/approve` }),
  approveRedemptions: async () => ({ path: '/redemptions/approve', payload: { ids: [await requested()] } }),
  clearSanctionsMatch: async () => {
    const redemptionId = await requested()
    const screeningId = newId('screening')
    // As of who they are now, as screening-queries.ts has it.
    await sql`
      insert into sanctions_screening (id, redemption_id, subject, lists, matches)
      select ${screeningId}, r.id, sha256(convert_to(jsonb_build_array(m.uid, m.full_name, m.display_name, m.birthday,
        m.country_of_residence, r.destination_id, null)::text, 'UTF8')), 'a list', 1
      from redemption r join member m on m.uid = r.uid where r.id = ${redemptionId}`.execute(app.db)
    const payload = { screeningId, reason: 'Born in another year.' }
    return { path: `/redemptions/${redemptionId}/clear-match`, payload }
  },
  rejectRedemption: async () => ({
    path: `/redemptions/${await requested()}/reject`,
    payload: { reason: 'Another time.' },
  }),
  rejectRedemptions: async () => ({
    path: '/redemptions/reject',
    payload: { ids: [await requested()], reason: 'Another time.' },
  }),
  sendRedemption: async () => ({
    path: `/redemptions/${await approved(giftCard)}/send`,
    payload: { provider: 'manual' },
  }),
  payRedemption: async () => ({
    path: `/redemptions/${await sending()}/paid`,
    payload: { reference: 'GC-1' },
  }),
  failRedemption: async () => ({
    path: `/redemptions/${await sending()}/failed`,
    payload: { reason: 'It came back.' },
  }),
  payRestoredRedemption: async () => ({
    path: `/redemptions/${await restored()}/restored/paid`,
    payload: { reference: 'PP-1' },
  }),
  continueRestoredRedemptions: async () => ({
    path: '/redemptions/restored/unpaid',
    payload: { ids: [await restored()] },
  }),
  proposeReturn: async () => {
    const id = await sending()
    await done(kim, { path: `/redemptions/${id}/paid`, payload: { reference: 'GC-2' } })
    return { path: `/redemptions/${id}/returned`, payload: { reason: 'It was sent back.' } }
  },
  settlePayoutMismatch: async () => {
    const id = await sending()
    await done(kim, { path: `/redemptions/${id}/paid`, payload: { reference: 'GC-3' } })
    await sql`
      insert into payout_mismatch (redemption_id, said, detail) values (${id}, 'failed', 'It was returned')`.execute(
      app.db,
    )
    return { path: `/redemptions/${id}/settle-mismatch`, payload: { reason: 'The card was used.' } }
  },
  draftPayoutRun: async () => ({
    path: '/payout-runs',
    payload: { format: 'paypal', redemptionIds: [await approved()] },
  }),
  approvePayoutRun: async () => ({ path: `/payout-runs/${(await drafted()).runId}/approve` }),
  makePayoutFile: async () => {
    const { runId } = await drafted()
    await done(olga, { path: `/payout-runs/${runId}/approve` })
    return { path: `/payout-runs/${runId}/files` }
  },
  importPayoutResults: async () => {
    const { runId } = await drafted()
    await done(olga, { path: `/payout-runs/${runId}/approve` })
    await madeFile(runId)
    return { path: `/payout-runs/${runId}/imports`, csv: 'Reference,Status\nnone,Failed' }
  },
  retryPayouts: async () => {
    const { runId, redemptionId } = await cameBack()
    return { path: `/payout-runs/${runId}/retry`, payload: { ids: [redemptionId] } }
  },
  giveUpPayouts: async () => {
    const { runId, redemptionId } = await cameBack()
    return { path: `/payout-runs/${runId}/give-up`, payload: { ids: [redemptionId], reason: 'No.' } }
  },
  shipOrder: async () => ({
    path: `/orders/${await restoredOrder()}/ship`,
    payload: { carrier: 'DHL', isLookedAt: true },
  }),
  withdrawOrder: async () => ({
    path: `/orders/${await restoredOrder()}/cancel`,
    payload: { reason: 'It was not sent.', isLookedAt: true },
  }),
  excludeFromSeason: async () => ({
    path: `/seasons/${await placed('2020-01')}/exclusions`,
    payload: { uid: own.uid, reason: 'Bought followers.' },
  }),
  includeInSeason: async () => {
    const month = await placed('2020-02')
    const payload = { uid: own.uid, reason: 'A look.' }
    await done(olga, { path: `/seasons/${month}/exclusions`, payload })
    return { path: `/seasons/${month}/inclusions`, payload }
  },
  approveSeason: async () => {
    const path = `/seasons/${await placed('2020-03')}`
    const { seen } = (await callOperator(app, olga, { path })).body.approval
    return { path: `${path}/approval`, payload: { seen: seen as string } }
  },
  unbanLink: async () => ({ path: `/links/${await banned()}/unban`, payload: {} }),
  unbanReportedLinks: async () => {
    const code = await banned()
    const answer = await app.server.inject({
      method: 'POST',
      url: '/support-requests',
      payload: { topic: 'abuse', message: `/s/${code} is rude.`, references: [], email: 'ada@example.com' },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    return { path: `/support-requests/${answer.json().id}/links/unban`, payload: { codes: [code] } }
  },
  unblockHost: async () => {
    const { code } = await joined()
    const { rows } = await sql<{ url: string }>`
      select destination_url as url from link where code = ${code}`.execute(app.db)
    const host = new URL(rows[0]!.url).hostname
    await done(olga, { path: '/blocked-hosts', payload: { host, reason: 'A look.' } })
    return { path: `/blocked-hosts/${host}/unblock`, payload: { reason: 'It was nothing.' } }
  },
  // Its end signs Boss out as a member: what comes after needs none of their calls.
  removeMemberSecondFactors: async () => {
    await addAuthenticator(app, own)
    return { path: `/members/${own.uid}/second-factor-removal`, payload: { reason: 'The phone is lost.' } }
  },
  enableMember: async () => {
    await done(olga, { path: `/members/${own.uid}/disabling`, payload: { reason: 'A look.' } })
    return { path: `/members/${own.uid}/enabling`, payload: { reason: 'It was nothing.' } }
  },
  allowMemberPayouts: async () => {
    await done(olga, { path: `/members/${own.uid}/payout-stop`, payload: { days: 5, reason: 'A look.' } })
    return { path: `/members/${own.uid}/payout-stop/end`, payload: { reason: 'It was nothing.' } }
  },
  proposeAdjustment: async () => adjustment(),
  approvePendingAct: async () => ({ path: `/pending-acts/${await proposed()}/approval` }),
  rejectPendingAct: async () => ({
    path: `/pending-acts/${await proposed()}/rejection`,
    payload: { reason: 'No.' },
  }),
}

/** A month that is over, in which Boss has a place. */
async function placed(month: string): Promise<string> {
  await seasonInReview(app, month, [{ party: own.party, points: 100 }])
  return month
}

async function joined(): Promise<Stage> {
  return await stage({}, own)
}

async function sold(): Promise<string> {
  return (await sell(await joined())).body.id as string
}

/** What a click on a link of Boss’s was paid. */
async function paidClicks(): Promise<string> {
  const { code, enrolmentId } = await stage({ clickMillicrels: 1_000 }, own)
  await follow(code)
  await advanceClock('1 hour')
  await payClicks(app.db, { log: pino({ level: 'silent' }) })
  const { rows } = await sql<{ id: string }>`
    select id from earning where enrolment_id = ${enrolmentId}`.execute(app.db)
  return rows[0]!.id
}

/** A link of Boss’s, blocked. */
async function banned(): Promise<string> {
  const { code } = await joined()
  await done(olga, { path: `/links/${code}/ban`, payload: {} })
  return code
}

async function applied(): Promise<string> {
  const campaign = await createCampaign(app, { approval: 'application' })
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    headers: own.headers,
    payload: { message: 'I am the boss.' },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as string
}

/** A friend whom Boss invited, under review. */
async function invited(): Promise<string> {
  const friend = await createMember(app, { profile: completeProfile })
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at,
      under_review_at)
    values (${friend.uid}, ${await partyOf(app, friend)}, ${own.uid}, ${own.party}, 'under_review', 'same_device',
      crels_now(), crels_now())`.execute(app.db)
  return friend.uid
}

/** An open claim of Boss's own account. */
export async function claimed(): Promise<string> {
  const { enrolmentId, campaignId, brandId, code } = await joined()
  await follow(code)
  await app.clicks.flush()
  const id = newId('claim')
  await sql`
    insert into conversion_claim (id, uid, party, enrolment_id, campaign_id, brand_id, type, order_reference, occurred_at,
      answer_by)
    values (${id}, ${own.uid}, ${own.party}, ${enrolmentId}, ${campaignId}, ${brandId}, 'lead', ${id},
      crels_now(), crels_now() + interval '7 days')`.execute(app.db)
  return id
}

async function requested(destinationId = own.destinationId): Promise<string> {
  return (await redeem(app, { headers: own.headers, destinationId })).id
}

async function approved(destinationId?: string): Promise<string> {
  const redemptionId = await requested(destinationId)
  await app.redemptions.approve({ redemptionId, actor: testActor })
  return redemptionId
}

async function sending(): Promise<string> {
  const redemptionId = await approved(giftCard)
  await app.redemptions.send({ redemptionId, actor: testActor, provider: 'manual' })
  return redemptionId
}

/** An approved redemption, restored. */
async function restored(): Promise<string> {
  const redemptionId = await approved(giftCard)
  await restore(redemptionId)
  return redemptionId
}

/** As if this moment had been put back from a backup, and was confirmed; other redemptions were looked at since. */
async function restore(redemptionId = 'none'): Promise<void> {
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  await askServer(
    app.databaseUrl,
    `update restoration set confirmed_at = now(), confirmed_by = 'olga' where confirmed_at is null;
     update restored_payout set checked_at = now(), checked_by = 'olga'
     where redemption_id <> '${redemptionId}' and checked_at is null`,
  )
}

/** An order of Boss’s own account that waits to be sent. */
export async function ordered(): Promise<string> {
  await givePoints(app, own.party, 100)
  const itemId = await makeItem(app)
  const payload = { itemId, points: 100, address: homeAddress }
  const { status, body } = await callShop(app, own, 'POST', '/orders', payload)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}

/** One that may have been sent before a restore. */
async function restoredOrder(): Promise<string> {
  const orderId = await ordered()
  await restore()
  return orderId
}

async function drafted(): Promise<{ runId: string; redemptionId: string }> {
  const redemptionId = await approved()
  const payload = { format: 'paypal', redemptionIds: [redemptionId] }
  const { run } = await done(kim, { path: '/payout-runs', payload })
  return { runId: run.id, redemptionId }
}

async function madeFile(runId: string): Promise<void> {
  const { number } = await done(kim, { path: `/payout-runs/${runId}/files` })
  await app.jobs.run('make-payout-file', { runId, number })
}

/** A payment of a run that came back unpaid. */
async function cameBack(): Promise<{ runId: string; redemptionId: string }> {
  const run = await drafted()
  await done(olga, { path: `/payout-runs/${run.runId}/approve` })
  await madeFile(run.runId)
  await sql`
    update payout set state = 'exception', reason = 'Refused' where run_id = ${run.runId}`.execute(app.db)
  return run
}

function adjustment(): Asked {
  return {
    path: `/members/${own.uid}/adjustments`,
    payload: { asset: 'points', amount: 5, reason: 'A present.' },
  }
}

async function proposed(): Promise<string> {
  return (await done(kim, adjustment())).id
}

export async function call(who: TestOperator, { csv, ...asked }: Asked) {
  if (csv === undefined) return await callOperator(app, who, { method: 'POST', ...asked })
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator${asked.path}`,
    headers: { ...who.headers, 'content-type': 'text/csv' },
    payload: csv,
  })
  return { status: response.statusCode, body: response.json() }
}

/** Does it as another operator, which works. */
export async function done(who: TestOperator, asked: Asked) {
  const { status, body } = await call(who, asked)
  expect([status < 300, body?.results?.[0]?.done ?? true], JSON.stringify(body)).toEqual([true, true])
  return body
}
