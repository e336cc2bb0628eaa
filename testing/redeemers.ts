import { sql } from 'kysely'
import type { Quote } from '../contracts/exchange.schemas.ts'
import type { Destination, Redemption } from '../contracts/redemptions.schemas.ts'
import type { App } from '../server/app.ts'
import { houseIssued, memberAvailable, move, post } from '../server/modules/ledger/public.ts'
import { newId } from '../server/platform/ids.ts'
import { completeProfile, createMember, type NewMember, type TestMember } from './members.ts'

/** A member who can redeem: a complete profile, crels, and a destination that is not frozen any more. */
export interface Redeemer extends TestMember {
  party: string
  destinationId: string
}

type Site = Pick<App, 'server' | 'db'>

/** Makes one, with 10 000 crels and PayPal by default. */
export async function createRedeemer(
  app: Site,
  { crels = 10_000, to, ...member }: NewMember & { crels?: number; to?: object } = {},
): Promise<Redeemer> {
  const made = await createMember(app, { profile: completeProfile, ...member })
  const party = await partyOf(app, made)
  if (crels > 0) await giveCrels(app, party, crels)
  const destinationId = await addUsableDestination(app, made, to ?? { kind: 'paypal', email: made.email })
  return { ...made, party, destinationId }
}

/** The ledger's name of a member. */
export async function partyOf({ db }: Pick<App, 'db'>, { uid }: { uid: string }): Promise<string> {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(db)
  return rows[0]!.party
}

/** Puts crels into circulation, into a member's available balance. */
export async function giveCrels({ db }: Pick<App, 'db'>, party: string, crels: number): Promise<void> {
  const lines = move(houseIssued, memberAvailable(party), crels)
  await db
    .transaction()
    .execute(async (tx) => await post(tx, { kind: 'test', scope: 'test', idem: newId('request'), lines }))
}

/** Adds a destination by the real call and ends its freeze. */
export async function addUsableDestination(
  app: Site,
  { headers }: Pick<TestMember, 'headers'>,
  to: object,
): Promise<string> {
  const { id } = await sent<Destination>(app, '/api/v1/payout-destinations', headers, to)
  await sql`update payout_destination set usable_from = created_at where id = ${id}`.execute(app.db)
  return id
}

/** A quote by the real call, for crels unless dollars are asked for. */
export async function quoteFor(
  app: Pick<App, 'server'>,
  { headers }: Pick<TestMember, 'headers'>,
  wish: object,
): Promise<Quote> {
  return await sent<Quote>(app, '/api/v1/exchange/quotes', headers, wish)
}

/** A redemption by the real calls: a quote, and its request. */
export async function redeem(
  app: Pick<App, 'server'>,
  member: Pick<Redeemer, 'headers' | 'destinationId'>,
  wish: object = { crels: 1_000 },
): Promise<Redemption> {
  const { id: quoteId } = await quoteFor(app, member, wish)
  const { headers, destinationId } = member
  return await sent<Redemption>(app, '/api/v1/redemptions', headers, { quoteId, destinationId })
}

async function sent<T>(
  app: Pick<App, 'server'>,
  url: string,
  headers: Record<string, string>,
  payload: object,
): Promise<T> {
  const response = await app.server.inject({ method: 'POST', url, headers, payload })
  if (response.statusCode !== 201) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  return response.json()
}
