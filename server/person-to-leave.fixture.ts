import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  app,
  follow,
  hasty,
  advanceClock,
  refund,
  report,
  sell,
  stage,
  type Stage,
} from './modules/conversions/conversions.fixture.ts'
import { inAYear } from '#testing/points.ts'
import { onePixelPng } from './modules/accounts/photo.fixture.ts'
import { unlockDueEarnings } from './modules/conversions/public.ts'
import { grantAward, houseIssued, memberAvailable, placeHold, post, move } from './modules/ledger/public.ts'
import { stopPayouts } from './modules/redemptions/public.ts'
import { importCodes } from './modules/shop/public.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember, expireRecovery } from '#testing/members.ts'
import {
  callShop,
  givePoints,
  homeAddress,
  makeGiftCard,
  makeItem,
  stocker,
  type Buyer,
} from '#testing/shop.ts'
import { operatorBearer, testActor } from '#testing/operators.ts'
import { addUsableDestination, giveCrels, redeem, partyOf } from '#testing/redeemers.ts'
import { askForTaxForms, certify, w9 } from '#testing/tax.ts'
import { call } from './account-deletion.fixture.ts'

/** What a person typed that must be nowhere afterwards. */
export interface Person extends TestMember {
  shortId: string
  party: string
  /** The year (UTC) in which they were paid. */
  paidYear: number
  /** Texts of which no table, log or file may keep one. */
  traces: string[]
}

let people = 0

/** A member with a profile unlike every other, a former address, sessions, mails and requests for mail. */
export async function createPerson(): Promise<Person> {
  people += 1
  const name = `Quillfeather${people}x`
  const former = `${name}.former@example.com`.toLowerCase()
  const email = `${name}@example.com`.toLowerCase()
  const host = await createMember(app)
  await call(host, 'GET', `/api/v1/users/${host.uid}`)
  const member = await createMember(app, {
    email: former,
    displayName: `${name} Display`,
    profile: {
      ...completeProfile,
      fullName: `Ursula ${name}`,
      displayName: `${name} Display`,
      channels: [{ platform: 'youtube', address: `https://youtube.com/@${name}` }],
    },
  })
  const paidYear = app.clock.now().getUTCFullYear()
  await letRedeem(member, `ada@${name}.example.com`)
  await askForTaxForms(app, 'us', 1_000_000_000)
  for (const legalName of [`Ada ${name}`, `Ursula ${name}`])
    expect((await certify(app, member, { ...w9, legalName })).statusCode).toBe(200)
  await call(member, 'POST', '/identity/email/change', { email })
  const mail = (await app.server.inject({ url: '/dev/mail.json', query: { to: email } })).json()[0]
  const token = new URL(mail.links[0]).searchParams.get('token')
  await app.server.inject({
    method: 'POST',
    url: '/identity/verification/confirm',
    payload: { token },
    headers: { cookie: member.cookie },
  })
  await expireRecovery(app, member)
  await call(member, 'POST', '/identity/sign-in', { email, password: 'wrong' })
  await call(member, 'POST', '/identity/link/send', { email })
  await call(member, 'POST', '/identity/reset/send', { email })
  await app.server.inject({
    method: 'PUT',
    url: `/api/v1/users/${member.uid}/photo`,
    headers: { ...member.headers, 'content-type': 'image/png' },
    payload: onePixelPng,
  })
  const { id: picture } = (
    await app.server.inject({
      method: 'POST',
      url: '/support-requests/pictures',
      headers: { 'content-type': 'image/png' },
      payload: onePixelPng,
    })
  ).json()
  const asked = { topic: 'other', message: `I am ${name}, see the picture.`, pictures: [picture] }
  expect((await call(member, 'POST', '/support-requests', asked)).statusCode).toBe(201)
  const { headers } = await operatorBearer(app, 'support')
  const written = await app.server.inject({
    method: 'POST',
    url: '/api/v1/operator/support-requests',
    headers: { ...headers, 'idempotency-key': `to-person-${people}` },
    payload: { uid: member.uid, subject: `For ${name}`, text: `Are you ${name}?` },
  })
  expect(written.statusCode, written.body).toBe(201)
  const { rows } = await sql<{ shortId: string; party: string; photo: string }>`
    select short_id as "shortId", party, photo_url as photo from member where uid = ${member.uid}`.execute(
    app.db,
  )
  const { shortId, party, photo } = rows[0]!
  // The random part of its name.
  const photoName = /[0-9a-f]{32}/.exec(photo)![0]
  const shared = { network: 'x', campaignId: (await createCampaign(app)).id }
  expect((await call(member, 'POST', '/api/v1/gamification/social-share', shared)).statusCode).toBe(200)
  const endpoint = `https://push.example.org/${name}`
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  const notified = await call(member, 'POST', '/api/v1/push-subscriptions', { endpoint, keys })
  expect(notified.statusCode).toBe(201)
  await order({ ...member, party }, name)
  // A member who invited them, and one whom they invited.
  await invite(host, member)
  await invite(member, await createMember(app))
  return {
    ...member,
    email,
    shortId,
    party,
    paidYear,
    traces: [name.toLowerCase(), member.uid, shortId.toLowerCase(), photoName, picture],
  }
}

/** Something that waits to be sent to them, a code they looked at, and an item they wait for. */
async function order(member: Buyer, name: string): Promise<void> {
  const [shirt, gone, card] = [
    await makeItem(app),
    await makeItem(app, { stock: 0 }),
    await makeGiftCard(app, 0),
  ]
  const pool = { ...stocker, item: card, text: `CODE-${name}` }
  await app.db.transaction().execute(async (tx) => await importCodes(tx, testActor, pool, app))
  await givePoints(app, member.party, 200)
  const address = { ...homeAddress, name: `Ursula ${name}` }
  const placed = await callShop(app, member, 'POST', '/orders', { itemId: shirt, points: 100, address })
  expect(placed.status).toBe(201)
  const { body } = await callShop(app, member, 'POST', '/orders', { itemId: card, points: 100 })
  expect((await callShop(app, member, 'POST', `/orders/${body.id}/reveal`)).body.codes).toEqual([
    `CODE-${name}`,
  ])
  expect((await callShop(app, member, 'POST', `/shop/${gone}/notify-me`)).status).toBe(204)
}

/** One member is invited by another, who was here before. */
async function invite(inviter: TestMember, friend: TestMember): Promise<void> {
  const { shortId } = (await call(inviter, 'GET', `/api/v1/users/${inviter.uid}`)).json()
  const url = '/api/v1/gamification/friend-invitation'
  expect((await call(friend, 'POST', url, { inviterShortId: shortId })).statusCode).toBe(200)
}

/**
 * Lets a person earn: one sale paid, one pending, one under review, one refunded after it was spent (a debt), points, a
 * hold.
 */
export async function letEarn(
  person: Person,
): Promise<Stage & { paid: string; pending: string; held: string }> {
  const at = await stage({ joiningBonusPoints: 40 }, person)
  const spent = await sell(at)
  const paid = await sell(at)
  await advanceClock('31 days')
  await app.db.transaction().execute(async (tx) => {
    await unlockDueEarnings(tx, app.clock.now())
    await grantAward(tx, {
      party: person.party,
      program: 'test',
      period: 'once',
      points: 75,
      expiresAt: inAYear(),
    })
    // Spends all but a little, of which a part is reserved.
    await post(tx, {
      kind: 'test',
      scope: 'test',
      idem: person.party,
      lines: move(memberAvailable(person.party), houseIssued, 160),
    })
    await placeHold(tx, {
      account: memberAvailable(person.party),
      amount: 3,
      scope: 'test',
      idem: person.party,
    })
  })
  await refund(at.key, spent.eventId)
  const pending = await sell(at)
  const early = hasty(await follow(at.code))
  expect((await report(at.key, early)).body.status).toBe('under_review')
  return { ...at, paid: paid.eventId, pending: pending.eventId, held: early.eventId }
}

/** Lets a person be paid for all the crels they have, and keep a second destination. */
async function letRedeem(member: TestMember, email: string): Promise<void> {
  await giveCrels(app, await partyOf(app, member), 250)
  const destinationId = await addUsableDestination(app, member, { kind: 'paypal', email })
  await addUsableDestination(app, member, { kind: 'manual', instructions: `Cash for ${email}` })
  const { id: redemptionId } = await redeem(app, { ...member, destinationId }, { crels: 250 })
  const decision = { redemptionId, actor: testActor }
  await app.redemptions.approve(decision)
  await app.redemptions.send({ ...decision, provider: 'manual' })
  await app.redemptions.pay({ ...decision, reference: `reference ${redemptionId}` })
  // An adjustment that waits for another operator.
  const { headers } = await operatorBearer(app)
  const proposed = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator/members/${member.uid}/adjustments`,
    payload: { asset: 'crels', amount: 5, reason: `${email} wrote to us.` },
    headers,
  })
  expect(proposed.statusCode).toBe(202)
  const stop = { uid: member.uid, days: 3, reason: `Who is ${email}?` }
  await app.db.transaction().execute(async (tx) => await stopPayouts(tx, testActor, stop, app))
}
