import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { app, bearer, joinStage, timeGoesBack } from '../modules/conversions/conversions.fixture.ts'
import { setEconomy } from '../modules/economy/public.ts'
import { setRate, switchExchange } from '../modules/exchange/public.ts'
import { balances } from '../modules/ledger/public.ts'
import type { Payout, PayoutOutcome, PayoutProvider } from '../modules/redemptions/public.ts'
import {
  firstSettings,
  hourMs,
  newMember,
  pointsOf,
  type Lot,
  type Model,
  type Settings,
} from './model.fixture.ts'
import { testActor } from '#testing/operators.ts'

/** The product as the model's commands meet it: by HTTP, and by the use cases of operators. */
export interface World {
  members: RealMember[]
  /** Of the brand's calls. */
  key: { authorization: string }
  provider: ScriptedProvider
  /** What is sold and shared. */
  campaignId: string
  /** Those that pay a bonus for joining, in the order of `bonuses`. */
  bonusCampaigns: string[]
  /** Requests that were sent with a key. */
  sent: number
}

/** Points for joining each of the further campaigns. */
export const bonuses = [25, 60]

export interface RealMember extends TestMember {
  party: string
  shortId: string
  destinationId: string
  code: string
}

/** A provider that gives the answer set by the test; null is no answer at all. */
interface ScriptedProvider extends PayoutProvider {
  answers: PayoutOutcome | null
  asked: string[]
}

export type Command = fc.AsyncCommand<Model, World>

/** How often each outcome was seen: a property that only ever refuses proves nothing. */
export const seen = new Map<string, number>()

export function recordOutcome(name: string, outcome: string | null): void {
  const key = `${name}: ${outcome ?? 'done'}`
  seen.set(key, (seen.get(key) ?? 0) + 1)
}

/**
 * Each command comes so long after the one before. No two moments of a run come close to any span of the economy, so
 * that a busy machine does not decide on which side of one a command falls; a command that hangs ends the run.
 */
const tickMs = 11_000
const stallMs = 5_000

/** Whether the run can go on: the minutes of the hour are used up where clocks may change. */
const isSure = ({ stalled, now }: Readonly<Model>): boolean => !stalled && now % hourMs < 26 * 60_000

/** Commands that belong together: alone, chance would seldom bring them in this order. */
export function inTurn(...commands: Command[]): Command {
  return {
    check: isSure,
    run: async (model, world) => {
      for (const one of commands) if (one.check(model)) await one.run(model, world)
    },
    toString: () => commands.join(', then '),
  }
}

/** A command that is compared in its answer by `run`, and then in everything that every member has. */
export function command(name: string, run: (model: Model, world: World) => Promise<void>): Command {
  return {
    check: isSure,
    run: async (model, world) => {
      model.now += tickMs
      await setClock(model.now)
      const began = performance.now()
      try {
        await run(model, world)
        await expectAgreement(model, world)
      } catch (error) {
        if (performance.now() - began < stallMs) throw error
      }
      model.stalled = performance.now() - began >= stallMs
      if (model.stalled) recordOutcome('machine', 'stood still')
    },
    toString: () => name,
  }
}

/** Makes it a moment of domain time, here and in the database. */
export async function setClock(moment: number): Promise<void> {
  await sql`
    update clock_offset set shift = to_timestamp(${moment}::float8 / 1000) - clock_timestamp()`.execute(
    app.db,
  )
  await app.clock.follow(app.db)
}

export async function call(
  { headers, cookie }: Pick<RealMember, 'headers' | 'cookie'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  further: Record<string, string> = {},
) {
  const all = { ...headers, cookie, ...further }
  const response = await app.server.inject({ method, url, payload, headers: all })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}

/**
 * Sends a request that moves value under a key; every third is sent again, which answers the same and changes nothing,
 * and under its key another body is refused.
 */
export async function send(
  world: World,
  member: RealMember,
  url: string,
  payload: object,
  { replay }: { replay?: object } = {},
) {
  world.sent += 1
  const key = { 'idempotency-key': randomUUID() }
  const answer = await call(member, 'POST', url, payload, key)
  if (world.sent % 3 !== 0) return answer
  const again = await call(member, 'POST', url, payload, key)
  if (answer.status >= 300) {
    recordOutcome('replay', 'refused again')
    expect(again.body.code).toBe(answer.body.code)
    return answer
  }
  recordOutcome('replay', null)
  expect(again).toEqual(answer)
  if (replay) {
    recordOutcome('replay', 'idempotency_mismatch')
    expect((await call(member, 'POST', url, replay, key)).body.code).toBe('idempotency_mismatch')
  }
  return answer
}

/** What operators set, by their use case. */
export async function economyIs(settings: Partial<Settings>): Promise<void> {
  const rows = Object.entries(settings).map(([path, value]) => ({ path, value }))
  const change = { settings: rows, reason: 'a test' }
  await app.db.transaction().execute(async (tx) => await setEconomy(tx, testActor, change))
}

export async function rateIs(micros: bigint): Promise<void> {
  const usdToCrels = `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`
  const rate = { usdToCrels, reason: 'a test', confirmed: true }
  await app.db.transaction().execute(async (tx) => await setRate(tx, testActor, rate))
}

export async function exchangeIs({ paused }: { paused: boolean }): Promise<void> {
  const how = { paused, reason: 'a test' }
  await app.db.transaction().execute(async (tx) => await switchExchange(tx, testActor, how))
}

/** Three members who came one after the other, in a campaign; settings and rate as they are at first. */
export async function begin(
  start: number,
  zones: (string | null)[],
  isOnePerson: boolean,
): Promise<{ model: Model; real: World }> {
  const model: Model = {
    now: start + 120_000,
    settings: firstSettings,
    rateMicros: 10_500_000n,
    paused: false,
    pauses: 0,
    members: [],
    sales: [],
    redemptions: [],
    shares: [],
    isOnePerson,
    stalled: false,
  }
  // Each sequence has a time of its own, mostly before that of the one before.
  timeGoesBack()
  await setClock(model.now)
  await economyIs(firstSettings)
  await rateIs(model.rateMicros)
  await exchangeIs({ paused: false })
  const budget = { budgetCrels: 1_000_000_000, leadCrels: null, sale: { bps: 1_000 } }
  const campaign = await createCampaign(app, budget)
  const world: World = {
    members: [],
    key: bearer(await createBrandKey(app, campaign.brandId)) as World['key'],
    provider: scriptedProvider(),
    campaignId: campaign.id,
    bonusCampaigns: [],
    sent: 0,
  }
  for (const joiningBonusPoints of bonuses)
    world.bonusCampaigns.push((await createCampaign(app, { joiningBonusPoints })).id)
  for (const [index, zone] of zones.entries()) {
    model.now += tickMs
    await setClock(model.now)
    // The last has a name to add yet.
    const isComplete = index < zones.length - 1
    model.members.push(newMember(model.now, isComplete, zone))
    const payTo = isComplete || !isOnePerson ? undefined : world.members[0]!.email
    world.members.push(await createRealMember(campaign.id, { isComplete, timeZone: zone, payTo }))
  }
  return { model, real: world }
}

async function createRealMember(
  campaignId: string,
  {
    isComplete,
    timeZone,
    payTo,
  }: { isComplete: boolean; timeZone: string | null; payTo: string | undefined },
): Promise<RealMember> {
  const profile = { ...completeProfile, ...(isComplete ? {} : { gender: '' }), ...(timeZone && { timeZone }) }
  const member = await createMember(app, { profile })
  const { code } = await joinStage(campaignId, member)
  const to = { kind: 'paypal', email: payTo ?? member.email }
  const destination = await call(member, 'POST', '/api/v1/payout-destinations', to)
  expect(destination.status).toBe(201)
  const { rows } = await sql<{ party: string; shortId: string }>`
    select party, short_id as "shortId" from member where uid = ${member.uid}`.execute(app.db)
  return { ...member, ...rows[0]!, destinationId: destination.body.id, code }
}

function scriptedProvider(): ScriptedProvider {
  const provider: ScriptedProvider = {
    name: 'scripted',
    kinds: ['paypal'],
    answers: null,
    asked: [],
    send: async ({ idempotencyKey }: Payout) => {
      provider.asked.push(idempotencyKey)
      return answer()
    },
    lookUp: async () => answer(),
  }
  const answer = () => {
    if (!provider.answers) throw new Error('The provider does not answer')
    return provider.answers
  }
  return provider
}

/** Expects every balance and every lot of every member to be what the model says. */
async function expectAgreement(model: Model, world: World): Promise<void> {
  for (const [index, member] of model.members.entries()) {
    const real = world.members[index]!
    if (member.left) {
      const nothing = { available: 0, pending: 0, reserved: 0, debt: 0, points: 0 }
      expect(await balances(app.db, real.party), `member ${index}, who left`).toEqual(nothing)
      continue
    }
    const { available, reserved, pending, debt } = member
    const crels = { available: available - reserved, pending, reserved, debt }
    const numbers = Object.fromEntries(Object.entries(crels).map(([name, value]) => [name, Number(value)]))
    expect((await call(real, 'GET', '/api/v1/wallet')).body, `member ${index}`).toMatchObject(numbers)
    const points = Number(pointsOf(member, model.now))
    expect((await call(real, 'GET', '/api/v1/points')).body.balance, `member ${index}`).toBe(points)
    expectSameLots(await lotsInDatabase(real, model.now), inClusters(openLots(member.lots, model.now)))
  }
}

const openLots = (lots: Lot[], now: number) =>
  lots.filter(({ left, expiresAt }) => left > 0n && expiresAt > now)

async function lotsInDatabase({ party }: RealMember, now: number): Promise<Lot[]> {
  const { rows } = await sql<{ left: number; expiresAt: Date }>`
    select l.remaining as left, l.expires_at as "expiresAt" from point_lot l join account a on a.id = l.account_id
    where a.party = ${party}`.execute(app.db)
  const lots = rows.map(({ left, expiresAt }) => ({ left: BigInt(left), expiresAt: expiresAt.getTime() }))
  return inClusters(openLots(lots, now))
}

/** Points by when they expire: what one command gave expires within moments, and counts as one lot. */
function inClusters(lots: Lot[]): Lot[] {
  const clusters: Lot[] = []
  for (const lot of lots.toSorted((a, b) => a.expiresAt - b.expiresAt)) {
    const last = clusters.at(-1)
    if (last && lot.expiresAt - last.expiresAt < stallMs) last.left += lot.left
    else clusters.push({ ...lot })
  }
  return clusters
}

function expectSameLots(real: Lot[], expected: Lot[]): void {
  expect(real.map(({ left }) => left)).toEqual(expected.map(({ left }) => left))
  for (const [index, lot] of real.entries())
    expect(Math.abs(lot.expiresAt - expected[index]!.expiresAt)).toBeLessThan(stallMs)
}
