import { afterAll, beforeAll, expect } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrandKey, createCampaign, type NewCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { recount } from '#testing/recount/recount.ts'
import { TOO_FAST_MS } from '#rules/attribution.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { clickTime } from '#server/modules/clicks/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { reconcileEarnings } from './reconcile-earnings.ts'

/** The product that `openApp` opened. */
export let app: TestApp

/**
 * For each test file that has its product from here: opened before its tests; after them its books hold, and it is
 * closed.
 */
export function openApp(start: () => Promise<TestApp> = startTestApp): void {
  beforeAll(async () => {
    timeWentBack = false
    visitors = 0
    app = await start()
  })
  afterAll(async () => {
    await expectSound()
    await app.close()
  })
}

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

type Headers = Record<string, string>

/** A member in a campaign, and the brand that reports. */
export interface Stage {
  member: TestMember
  brandId: string
  /** Of the brand's calls. */
  key: Headers
  campaignId: string
  enrolmentId: string
  linkId: string
  code: string
}

/** A campaign (fields of its file as `createCampaign` takes them) with a member in it, new unless given. */
export async function stage(changes: NewCampaign = {}, member?: TestMember): Promise<Stage> {
  const campaign = await createCampaign(app, changes)
  const joined = await joinStage(campaign.id, member)
  const { id: campaignId, brandId } = campaign
  return { ...joined, brandId, campaignId, key: bearer(await createBrandKey(app, brandId)) }
}

/** The header of a brand's calls. */
export function bearer(key: string): Headers {
  return { authorization: `Bearer ${key}` }
}

/** A member, new unless given, who joins a campaign. */
export async function joinStage(
  campaignId: string,
  member?: TestMember,
): Promise<Pick<Stage, 'member' | 'enrolmentId' | 'linkId' | 'code'>> {
  const who = member ?? (await createMember(app))
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const response = await app.server.inject({ method: 'POST', url, headers: who.headers })
  expect(response.statusCode).toBe(201)
  const { id, link } = response.json()
  return { member: who, enrolmentId: id, linkId: link.id, code: link.code }
}

/** Of a file: another one's, before it in the process, would move the next visitor to another country. */
let visitors = 0

/**
 * A person follows the link; answers the click's id as the brand's page gets it. Every call is another visitor from
 * another network unless an address says who, who comes to this process or another.
 */
export async function follow(
  code: string,
  headers: Headers = {},
  { server }: Pick<TestApp, 'server'> = app,
  address?: string,
): Promise<string> {
  visitors += 1
  const response = await server.inject({
    url: `/s/${code}`,
    headers: { 'user-agent': browser, ...headers },
    remoteAddress: address ?? `198.${18 + Math.floor(visitors / 250)}.${visitors % 250}.7`,
  })
  expect(response.statusCode).toBe(302)
  return new URL(response.headers.location as string).searchParams.get('crels_click')!
}

/** Moves domain time, here and in the database. More of it than a click takes to be loaded takes a moment too. */
export async function advanceClock(interval: string): Promise<void> {
  await app.clicks.flush()
  await shiftClock(app.db, interval)
  await app.clock.follow(app.db)
}

let events = 0

export interface Sent {
  eventId: string
  clickId: string
  [member: string]: unknown
}

/** A report as a brand's server sends it: a sale of $100 under an event id of its own, unless `changes` say otherwise. */
export function sale(clickId: string, changes: object = {}): Sent {
  events += 1
  const amount = { currency: 'USD', minor: 100_00 }
  return { eventId: `order-${events}`, clickId, type: 'sale', amount, ...changes }
}

/** A sale in the very moment of its click, which goes under review as too fast however slow this machine is. */
export function hasty(clickId: string, changes: object = {}): Sent {
  return sale(clickId, { occurredAt: new Date(clickTime(clickId)).toISOString(), ...changes })
}

/** The result of an action right after a click; repeated where this machine was paused in between. */
export async function rightAfterClick<T>(
  { code }: Pick<Stage, 'code'>,
  work: (clickId: string) => Promise<T>,
): Promise<T> {
  const triesMax = 20
  for (let tries = 1; tries <= triesMax; tries++) {
    const clickId = await follow(code)
    const done = await work(clickId)
    if (app.clock.now().getTime() < clickTime(clickId) + TOO_FAST_MS) return done
  }
  throw new Error(`${triesMax} times it took ${TOO_FAST_MS} ms and more from the click to its end`)
}

/** Posts a report, a batch or anything else to `/conversions`. */
export async function report(key: Headers, payload: unknown) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers: { ...key, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  return { status: response.statusCode, body: response.json() }
}

/** What a refund of a part takes back. */
export const usd = (minor: number) => ({ amount: { currency: 'USD', minor } })

/** Posts a refund. */
export async function refund(key: Headers, eventId: string, payload: object = {}, headers: Headers = {}) {
  const url = `/api/v1/conversions/${encodeURIComponent(eventId)}/refund`
  const response = await app.server.inject({ method: 'POST', url, headers: { ...key, ...headers }, payload })
  return { status: response.statusCode, body: response.json() }
}

/** What a member gets from an endpoint of theirs. */
export async function read(member: TestMember, path: string) {
  const response = await app.server.inject({ url: `/api/v1${path}`, headers: member.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** A visit, the time a person needs, and the sale: what most tests begin with. */
export async function sell(at: Stage, changes: object = {}) {
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  const sent = sale(clickId, changes)
  const { status, body } = await report(at.key, sent)
  return { sent, status, body, eventId: sent.eventId }
}

let timeWentBack = false

/** The clock was set back: no recount can say which rate was that of a moment. */
export function timeGoesBack(): void {
  timeWentBack = true
}

/** The ledger is clean, and its balances are what the earnings say. */
async function expectSound(): Promise<void> {
  const { db } = app
  const { findings, clean } = await reconcile(db)
  expect(clean, JSON.stringify(findings.filter(({ count }) => count > 0))).toBe(true)
  expect(await reconcileEarnings(db)).toEqual([])
  if (!timeWentBack) expect((await recount(db)).broken).toEqual([])
}
