import { sql } from 'kysely'
import { housePoints, memberPoints, move, post } from '#server/modules/ledger/public.ts'
import { addItem, importCodes, readItemFile } from '#server/modules/shop/public.ts'
import type { App } from '../server/app.ts'
import { newId } from '../server/platform/ids.ts'
import { completeProfile, createMember, type NewMember, type TestMember } from './members.ts'
import { testActor } from './operators.ts'

/** Why tests stock the shop. */
export const stocker = { reason: 'a test' }

let items = 0

/** Puts an item into the shop, a piece of merchandise for 100 points unless given otherwise; answers its id. */
export async function makeItem(app: Pick<App, 'db'>, changes: Record<string, unknown> = {}): Promise<string> {
  items += 1
  const file = readItemFile({
    slug: `item-${items}`,
    kind: 'merchandise',
    title: `Item ${items}`,
    summary: 'A thing to have.',
    // From before the test began, by any clock.
    visibleFrom: '2020-01-01T00:00:00Z',
    ...(changes.kind === 'crels_pack' ? { crels: 10 } : { points: 100 }),
    ...changes,
  })
  return (
    await app.db.transaction().execute(async (tx) => await addItem(tx, testActor, { file, ...stocker }))
  ).id
}

/** A gift card with a pool of so many codes, named after it. */
export async function makeGiftCard(
  app: Pick<App, 'db' | 'secret'>,
  codes: number,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const id = await makeItem(app, {
    kind: 'gift_card',
    faceValue: { currency: 'USD', minor: 10_00 },
    ...changes,
  })
  if (codes > 0) await addCodes(app, id, codes)
  return id
}

/** Puts so many new codes into a pool. */
export async function addCodes(app: Pick<App, 'db' | 'secret'>, item: string, codes: number): Promise<void> {
  const text = Array.from({ length: codes }, () => `${item.slice(-4)}-${newId('request')}`).join('\n')
  await app.db
    .transaction()
    .execute(async (tx) => await importCodes(tx, testActor, { ...stocker, item, text }, app))
}

/** Where tests have things sent. */
export const homeAddress = {
  name: 'Ada Example',
  street: 'Analytical Street 1',
  city: 'Berlin',
  postcode: '10115',
  country: 'DE',
}

/** A member with points to spend and what the shop knows them by. */
export interface Buyer extends TestMember {
  party: string
}

export async function buyer(
  app: Pick<App, 'db' | 'server'>,
  points: number,
  options: NewMember = {},
): Promise<Buyer> {
  const member = await createMember(app, { profile: completeProfile, ...options })
  // The first call makes the member's row.
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${member.uid}`.execute(
    app.db,
  )
  const { party } = rows[0]!
  if (points > 0) await givePoints(app, party, points)
  return { ...member, party }
}

/** Gives points that were not earned, until a moment; by default after any clock of a test. */
export async function givePoints(
  app: Pick<App, 'db'>,
  party: string,
  points: number,
  expiresAt = new Date('2099-01-01T00:00:00Z'),
): Promise<void> {
  const account = { ...memberPoints(party), expiresAt }
  const given = {
    kind: 'test',
    scope: 'test',
    idem: newId('request'),
    lines: move(housePoints, account, points),
  }
  await app.db.transaction().execute(async (tx) => await post(tx, given))
}

interface Answered {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to look at
  body: any
}

/** Calls the shop as a member, or as a visitor. */
export async function callShop(
  app: Pick<App, 'server'>,
  member: { headers: Record<string, string> } | null,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await app.server.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...member?.headers, ...headers },
    payload,
  })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
