import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { Redemption } from '#contracts/redemptions.schemas.ts'
import { createApp } from '#server/app.ts'
import { createSigningKey } from '#server/modules/brands/public.ts'
import { addOperator, inviteOperator } from '#server/modules/operators/public.ts'
import { openDatabase } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#testing/app.ts'
import { createBrand } from '#testing/campaigns.ts'
import { runCommand } from '#testing/commands.ts'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase } from '#testing/database.ts'
import type { TestMember } from '#testing/members.ts'
import { addOlga, callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { temporaryDataDir } from '#testing/processes.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { addAuthenticator, codeOf, type TestAuthenticator } from '#testing/second-factors.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem, type Buyer } from '#testing/shop.ts'
import { askForTaxForms, certify } from '#testing/tax.ts'

// What was sealed before the SECRET was lost is made by the real calls, and after it every place that opens it is asked.

const lost = 'the secret that nobody has any more'
const found = 'another secret, which is new and long enough'

/** The product on a database with a SECRET; its `close()` leaves the database. */
async function start(databaseUrl: string, secret: string): Promise<TestApp> {
  const config = testConfig(databaseUrl, { secret })
  const app = await createApp(config, pino({ level: 'silent' }), { webDir: inject('webDirWithoutAssets') })
  await app.server.ready()
  return {
    ...app,
    databaseUrl,
    close: async () => {
      await app.close()
      rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
export let app: TestApp
export let olga: TestOperator
let settings: Record<string, string>
export let members: Record<'ada' | 'ben' | 'cleo' | 'dan', Redeemer>
export let redemptions: Record<'ada' | 'ben' | 'cleo', Redemption>
export let shopper: Buyer
export let authenticator: TestAuthenticator
export let orders: { card: string; parcel: string; sent: string }
export let cards: string
export let operatorApp: { email: string; secret: string }
export let said: Awaited<ReturnType<typeof runCommand>>

/** Runs a command on the database, with the SECRET that was found. */
export async function crels(args: string[], secret = found): ReturnType<typeof runCommand> {
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryDataDir(),
    SECRET: secret,
    ...settings,
  }
  return await runCommand(args, environment)
}

/** Everything is sealed, the SECRET is lost, and another one started over with. */
export function startOverBefore(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    // That of the template is under the SECRET of all tests.
    const owner = openDatabase({ url: database.url, poolSize: 1 })
    await sql`delete from secret_key`.execute(owner)
    await owner.destroy()
    app = await start(database.url, lost)
    settings = await addOlga(app.db)
    olga = await operatorBearer(app, 'owner', 'olga@crels.example')
    await sealEverything()
    await app.close()
    const asked = await crels(['secret', 'start-over'])
    expect(asked).toMatchObject({ status: 1, stdout: '' })
    expect(asked.stderr).toContain('4 payout destinations')
    said = await crels(['secret', 'start-over', '--yes'])
    expect(said).toMatchObject({ status: 0, stderr: '' })
    app = await start(database.url, found)
    olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })
}

async function sealEverything(): Promise<void> {
  await askForTaxForms(app, 'us')
  members = {
    ada: await createRedeemer(app),
    ben: await createRedeemer(app),
    cleo: await createRedeemer(app),
    dan: await createRedeemer(app, { crels: 0 }),
  }
  const { ada, ben, cleo } = members
  expect((await certify(app, ada)).statusCode).toBe(200)
  const why = { reason: 'She asked what we have.' }
  expect((await operate('POST', `/members/${ada.uid}/tax-form/opening`, why)).status).toBe(200)
  redemptions = {
    ada: await redeem(app, ada, { usdCents: 20_00 }),
    ben: await redeem(app, ben, { usdCents: 20_00 }),
    cleo: await redeem(app, cleo, { usdCents: 20_00 }),
  }
  for (const { id } of [redemptions.ben, redemptions.cleo])
    await app.redemptions.approve({ redemptionId: id, actor: testActor })
  await app.redemptions.send({ redemptionId: redemptions.cleo.id, actor: testActor, provider: 'manual' })
  authenticator = await addAuthenticator(app, ada)
  shopper = await buyer(app, 1_000)
  cards = await makeGiftCard(app, 3)
  const thing = await makeItem(app, { stock: 5 })
  const buy = async (itemId: string, wish = {}) =>
    (await callShop(app, shopper, 'POST', '/orders', { itemId, points: 100, ...wish })).body.id as string
  orders = {
    card: await buy(cards),
    parcel: await buy(thing, { address: homeAddress }),
    sent: await buy(thing, { address: homeAddress }),
  }
  await operate('POST', `/orders/${orders.sent}/ship`, { carrier: 'DHL', trackingUrl: null })
  const { rows: items } = await sql<{ slug: string }>`select slug from shop_item where id = ${cards}`.execute(
    app.db,
  )
  const file = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator/shop-items/${items[0]!.slug}/code-imports`,
    headers: { ...olga.headers, 'content-type': 'text/csv' },
    payload: 'code\nAAA-1\n',
  })
  expect(file.statusCode, file.body).toBe(202)
  const brand = await createBrand(app)
  await app.db.transaction().execute(async (tx) => {
    await createSigningKey(tx, testActor, { brand: brand.slug, label: 'shop' }, app.secret)
    await app.jobs.add(tx, 'mail-account-action', {
      sealed: app.secret.seal('mail-account-action', 'job', JSON.stringify({ email: members.dan.email })),
    })
  })
  operatorApp = await operatorByApp()
  await sealBesides(brand.id)
}

/** What takes an issuer, a brand's server or lists of sanctions to be made by the real calls. */
async function sealBesides(brandId: string): Promise<void> {
  const owner = openDatabase({ url: database.url, poolSize: 1 })
  const [sessionId, endpointId, screeningId] = [
    newId('session'),
    newId('webhookEndpoint'),
    newId('screening'),
  ]
  const tokens = app.secret.seal('issuer tokens', `outside session:${sessionId}`, '{}')
  await sql`
    insert into identity.outside_session (id, uid, sub, tokens_sealed)
    values (${sessionId}, ${members.dan.uid}, 'dan', ${tokens})`.execute(owner)
  const hook = app.secret.seal('webhook signing secret', `webhook-endpoint:${endpointId}`, 'whsec_')
  await sql`
    insert into webhook_endpoint (id, brand_id, url, secret, previous_secret, previous_secret_until)
    values (${endpointId}, ${brandId}, 'https://brand.example/hook', ${hook}, ${hook}, now())`.execute(owner)
  const matches = app.secret.seal('sanctions screening', `screening:${screeningId}`, '[]')
  await sql`
    insert into sanctions_screening (id, redemption_id, subject, lists, matches, details)
    values (${screeningId}, ${redemptions.cleo.id}, ${Buffer.alloc(32)}, 'lists', 1, ${matches})`.execute(
    owner,
  )
  await owner.destroy()
}

/** An operator who signs in by an authenticator app alone. */
async function operatorByApp(): Promise<{ email: string; secret: string }> {
  const email = 'tom@crels.example'
  const token = await app.db.transaction().execute(async (tx) => {
    await addOperator(tx, testActor, { email, name: 'tom', role: 'support' })
    return (await inviteOperator(tx, app.config, testActor, { email })).url.split('#')[1]!
  })
  const { secret } = (await session('invitation/authenticator', { token })).body
  const code = codeOf({ secret }, -1)
  expect((await session('invitation/authenticator/confirm', { token, code })).status).toBe(200)
  return { email, secret }
}

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to look at
  body: any
}

export async function operate(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
  return await callOperator(app, olga, { method, path, payload })
}

export async function session(url: string, payload: object): Promise<Answer> {
  const response = await app.server.inject({ method: 'POST', url: `/console/session/${url}`, payload })
  return { status: response.statusCode, body: response.json() }
}

export async function ask(
  { headers }: { headers: Record<string, string> },
  url: string,
  payload?: object,
): Promise<Answer> {
  const response = await app.server.inject({ method: payload ? 'POST' : 'GET', url, headers, payload })
  const isJson = String(response.headers['content-type']).includes('json')
  return { status: response.statusCode, body: isJson ? response.json() : response.body }
}

/** Signs a member in anew: every session from before has ended. */
export async function signedIn({
  email,
  password,
}: TestMember): Promise<{ headers: { authorization: string } }> {
  const { body } = await ask({ headers: {} }, '/identity/sign-in', { email, password })
  return { headers: { authorization: `Bearer ${body.accessToken as string}` } }
}

/** The first step of a sign-in, which a second one waits for. */
export async function begun({ email, password }: TestMember): Promise<Record<string, string>> {
  const response = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email, password },
  })
  expect(response.json().code).toBe('second_step_required')
  return { cookie: String(response.headers['set-cookie']).split(';')[0]! }
}
