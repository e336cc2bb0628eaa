import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  brandSignature,
  createBrandKey,
  createSigningKey,
  revokeBrandKey,
} from '#server/modules/brands/public.ts'
import { testActor } from '#testing/operators.ts'
import {
  app,
  bearer,
  follow,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  stage,
  type Stage,
} from './conversions.fixture.ts'

openApp()

interface Signing {
  id: string
  key: string
}

async function signingKey({ brandId }: Stage): Promise<Signing> {
  const brand = await app.db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const input = { brand: brand.slug, label: 'signing' }
  return await app.db
    .transaction()
    .execute(async (tx) => await createSigningKey(tx, testActor, input, app.secret))
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The header of a request as a brand's server signs it; `of` is what it signs, where that is not what it sends. */
function signed(
  { id, key }: Signing,
  target: string,
  body: string,
  of: { t?: number; method?: string } = {},
) {
  const timestamp = String(of.t ?? nowSeconds())
  const v1 = brandSignature(key, { timestamp, method: of.method ?? 'POST', target, body })
  return { authorization: `Crels-HMAC key=${id},t=${timestamp},v1=${v1}` }
}

const path = '/api/v1/conversions'
async function post(url: string, body: string, headers: Record<string, string>) {
  const all = { ...headers, 'content-type': 'application/json' }
  const response = await app.server.inject({ method: 'POST', url, headers: all, payload: body })
  return { status: response.statusCode, body: response.json() }
}

test('a signed report is taken as one with a key, and sent again it is the same one', async () => {
  const at = await stage()
  const key = await signingKey(at)
  const sent = sale(await follow(at.code), { note: undefined })
  await advanceClock('10 seconds')
  const body = JSON.stringify(sent, null, 2)
  const first = await post(path, body, signed(key, path, body))
  expect(first).toMatchObject({ status: 201, body: { status: 'accepted' } })
  expect(await post(path, body, signed(key, path, body))).toEqual({ ...first, status: 200 })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('refunds once when an overheard refund is sent again', async () => {
  const at = await stage()
  const sent = sale(await follow(at.code))
  await advanceClock('10 seconds')
  await report(at.key, sent)
  const key = await signingKey(at)
  const url = `${path}/${sent.eventId}/refund`
  const body = JSON.stringify({ amount: { currency: 'USD', minor: 25_00 } })
  const overheard = signed(key, url, body)
  const first = await post(url, body, overheard)
  expect(first).toMatchObject({ status: 200, body: { totalReversedCrels: 21 } })
  expect(await post(url, body, overheard)).toEqual(first)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })
})

test('nor is it refunded again under a key of the repeater’s, without the brand’s, or spelt otherwise', async () => {
  const at = await stage()
  const sent = sale(await follow(at.code))
  await advanceClock('10 seconds')
  await report(at.key, sent)
  const key = await signingKey(at)
  const url = `${path}/${sent.eventId}/refund`
  const body = JSON.stringify({ amount: { currency: 'USD', minor: 25_00 } })
  const { authorization } = signed(key, url, body)
  const first = await post(url, body, { authorization, 'idempotency-key': 'refund-1' })
  expect(first).toMatchObject({ status: 200, body: { totalReversedCrels: 21 } })

  expect(await post(url, body, { authorization, 'idempotency-key': 'another' })).toEqual(first)
  expect(await post(url, body, { authorization })).toEqual(first)
  const inCapitals = authorization.replace(/[0-9a-f]{64}$/, (v1) => v1.toUpperCase())
  expect(await post(url, body, { authorization: inCapitals, 'idempotency-key': 'third' })).toEqual(first)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })

  // The brand itself signs its repetition anew, and means the same by the same key.
  const later = signed(key, url, body, { t: nowSeconds() + 10 })
  expect(await post(url, body, { ...later, 'idempotency-key': 'refund-1' })).toEqual(first)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })
})

test('refuses what was signed otherwise, by another key, or not in these minutes', async () => {
  const at = await stage()
  const key = await signingKey(at)
  const other = await signingKey(await stage())
  const body = JSON.stringify(sale(await follow(at.code)))
  const right = signed(key, path, body).authorization
  const wrong: [string, string][] = [
    [signed(key, path, `${body} `).authorization, 'signature_invalid'],
    [signed(key, `${path}?x=1`, body).authorization, 'signature_invalid'],
    [signed(key, path, body, { method: 'PUT' }).authorization, 'signature_invalid'],
    [signed({ ...other, id: key.id }, path, body).authorization, 'signature_invalid'],
    [
      signed({ ...key, id: at.key.authorization!.slice(16, 48) }, path, body).authorization,
      'signature_invalid',
    ],
    [right.replace(/v1=.*/, 'v1='), 'signature_invalid'],
    [right.replace(/t=\d+/, `t=${nowSeconds() + 100}`), 'signature_invalid'],
    ['Crels-HMAC', 'signature_invalid'],
    [signed(key, path, body, { t: nowSeconds() - 330 }).authorization, 'signature_expired'],
    [signed(key, path, body, { t: nowSeconds() + 330 }).authorization, 'signature_expired'],
  ]
  for (const [authorization, code] of wrong)
    expect(await post(path, body, { authorization }), authorization).toMatchObject({
      status: 401,
      body: { code },
    })
  await app.db.transaction().execute(async (tx) => await revokeBrandKey(tx, testActor, { keyId: key.id }))
  expect(await post(path, body, { authorization: right })).toMatchObject({ status: 401 })
})

test('a key that was sealed with another secret of the installation opens nothing', async () => {
  const at = await stage()
  const key = await signingKey(at)
  await sql`update brand_key set sealed = 'sealed otherwise' where id = ${key.id}`.execute(app.db)
  const body = JSON.stringify(sale(await follow(at.code)))
  expect(await post(path, body, signed(key, path, body))).toMatchObject({
    status: 401,
    body: { code: 'signature_invalid' },
  })
})

test('a key does only what it is for', async () => {
  const at = await stage()
  const { slug } = await app.db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', at.brandId)
    .executeTakeFirstOrThrow()
  const { key } = await app.db.transaction().execute(async (tx) => {
    return await createBrandKey(tx, testActor, { brand: slug, label: 'shop', scopes: ['conversions'] })
  })
  const sent = sale(await follow(at.code))
  await advanceClock('10 seconds')
  expect((await report(bearer(key), sent)).status).toBe(201)
  expect(await refund(bearer(key), sent.eventId)).toMatchObject({
    status: 403,
    body: { code: 'key_scope_missing' },
  })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})
