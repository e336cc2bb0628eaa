import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createBrandKey } from '#testing/campaigns.ts'
import { testActor } from '#testing/operators.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { parseBrandKey } from './brand-key-text.ts'
import { newBrand } from '#contracts/operator-brands.schemas.ts'
import { authenticateBrand, createBrand as createBrandCase } from '#server/modules/brands/public.ts'
import {
  createBrandKey as createBrandKeyCase,
  createPixelKey,
  createSigningKey,
  listBrandKeys,
  revokeBrandKey,
  rotateBrandKey,
} from '#server/modules/brands/public.ts'

let app: TestApp
let brand: { id: string; slug: string }
let key: string
beforeAll(async () => {
  app = await startTestApp()
  brand = await createBrand(app)
  key = await createBrandKey(app, brand.id)
})
afterAll(() => app.close())

const keyIdOf = (text: string) => parseBrandKey(text)!.keyId
const revoke = async (keyId: string) =>
  await app.db.transaction().execute(async (tx) => await revokeBrandKey(tx, testActor, { keyId }))
const refused = { code: 'brand_key_invalid', status: 401 }
const ended = { code: 'brand_key_ended', status: 401 }

test('a key is recognisable, opens its brand and is kept as a hash only', async () => {
  expect(key).toMatch(/^crels_bk_[0-9a-f]{32}_[\w-]{43}$/)
  expect(await authenticateBrand(app.db, key)).toEqual({
    kind: 'brand',
    brandId: brand.id,
    keyId: keyIdOf(key),
    scopes: ['conversions', 'refunds', 'claims', 'webhooks'],
  })
  const { rows } = await sql<{ all: string }>`select k::text as all from brand_key k`.execute(app.db)
  expect(rows.map((row) => row.all).join()).not.toContain(parseBrandKey(key)!.secret)
})

describe('refuses', () => {
  test('a wrong secret under a right id', async () => {
    const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'E' : 'A')
    await expect(authenticateBrand(app.db, wrong)).rejects.toMatchObject(refused)
  })

  test.each([
    ['an unknown id', () => key.replace(/bk_[0-9a-f]{32}/, `bk_${'0'.repeat(32)}`)],
    ['a key cut short', () => key.slice(0, -1)],
    ['a key with something after it', () => `${key}A`],
    ['no key at all', () => ''],
  ])('%s', async (_, text) => {
    await expect(authenticateBrand(app.db, text())).rejects.toMatchObject(refused)
  })

  test('a revoked key, at once and for good, while its sisters work', async () => {
    const sister = await createBrandKey(app, brand.id)
    await revoke(keyIdOf(sister))
    await expect(authenticateBrand(app.db, sister)).rejects.toMatchObject(ended)
    await revoke(keyIdOf(sister))
    await expect(authenticateBrand(app.db, sister)).rejects.toMatchObject(ended)
    expect(await authenticateBrand(app.db, key)).toMatchObject({ brandId: brand.id })
  })

  test('the key of a suspended brand', async () => {
    const other = await createBrand(app)
    const itsKey = await createBrandKey(app, other.id)
    await sql`update brand set state = 'suspended', suspended_at = crels_now() where id = ${other.id}`.execute(
      app.db,
    )
    await expect(authenticateBrand(app.db, itsKey)).rejects.toMatchObject({
      code: 'brand_suspended',
      status: 403,
    })
  })

  test('to revoke a key, or make one for a brand, that does not exist', async () => {
    await expect(revoke(newId('brandKey'))).rejects.toMatchObject({ code: 'not_found' })
    const made = app.db
      .transaction()
      .execute(async (tx) => await createBrandKeyCase(tx, testActor, { brand: 'nobody', label: 'x' }))
    await expect(made).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a second brand of the same slug', async () => {
    const input = newBrand.parse({ slug: brand.slug, name: 'Other', website: 'https://other.example' })
    const made = app.db.transaction().execute(async (tx) => await createBrandCase(tx, testActor, input))
    await expect(made).rejects.toMatchObject({ code: 'conflict' })
  })
})

const inTx = async <T>(work: (tx: Tx) => Promise<T>) => await app.db.transaction().execute(work)

test('a key ends by itself after its days', async () => {
  const made = await inTx(
    async (tx) => await createBrandKeyCase(tx, testActor, { brand: brand.slug, label: 'short', days: 1 }),
  )
  expect(await authenticateBrand(app.db, made.key)).toMatchObject({ brandId: brand.id })
  await shiftClock(app.db, '1 day 1 second')
  await expect(authenticateBrand(app.db, made.key)).rejects.toMatchObject(ended)
})

test('rotated, a key and the one after it both work for as long as was said', async () => {
  const input = { brand: brand.slug, label: 'shop', scopes: ['refunds'] as const }
  const old = await inTx(async (tx) => await createBrandKeyCase(tx, testActor, input))
  const secret = app.secret
  const next = await inTx(
    async (tx) => await rotateBrandKey(tx, testActor, { keyId: old.id, overlapDays: 7 }, secret),
  )
  expect(next.key).toMatch(/^crels_bk_/)
  for (const text of [old.key, next.key!])
    expect(await authenticateBrand(app.db, text)).toMatchObject({ scopes: ['refunds'] })
  await shiftClock(app.db, '7 days 1 second')
  await expect(authenticateBrand(app.db, old.key)).rejects.toMatchObject(ended)
  expect(await authenticateBrand(app.db, next.key!)).toMatchObject({ keyId: next.id })
  const listed = await listBrandKeys(app.db, brand.slug)
  expect(listed.filter(({ label }) => label === 'shop')).toMatchObject([
    { id: next.id, usable: true, scopes: ['refunds'], expiresAt: null },
    { id: old.id, usable: false, lastUsedAt: expect.any(Date) },
  ])
  await expect(
    inTx(async (tx) => await rotateBrandKey(tx, testActor, { keyId: old.id, overlapDays: 7 }, secret)),
  ).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    inTx(
      async (tx) => await rotateBrandKey(tx, testActor, { keyId: newId('brandKey'), overlapDays: 7 }, secret),
    ),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a signing key and a pixel open nothing as a bearer, and the key that signs is kept sealed', async () => {
  const input = { brand: brand.slug, label: 'other kinds' }
  const signing = await inTx(async (tx) => await createSigningKey(tx, testActor, input, app.secret))
  const pixel = await inTx(async (tx) => await createPixelKey(tx, testActor, input))
  expect(signing.key).toMatch(/^crels_bs_[0-9a-f]{32}_[\w-]{43}$/)
  await expect(authenticateBrand(app.db, signing.key)).rejects.toMatchObject({ code: 'brand_key_mismatch' })
  for (const text of [signing.key.replace('crels_bs', 'crels_bk'), pixel.id])
    await expect(authenticateBrand(app.db, text)).rejects.toMatchObject(refused)
  const { rows } = await sql<{ all: string }>`select k::text as all from brand_key k`.execute(app.db)
  // a secret may begin with the underscore that separates it
  const secretPart = signing.key.slice('crels_bs_'.length + 33)
  expect(secretPart).toHaveLength(43)
  expect(rows.map((row) => row.all).join()).not.toContain(secretPart)
})

test('notes its use at most once a minute', async () => {
  const fresh = await createBrandKey(app, brand.id)
  const lastUse = async () => {
    const { rows } = await sql<{ at: Date | null }>`
      select last_used_at as at from brand_key where id = ${keyIdOf(fresh)}`.execute(app.db)
    return rows[0]!.at?.getTime() ?? null
  }
  expect(await lastUse()).toBeNull()
  await authenticateBrand(app.db, fresh)
  const first = await lastUse()
  expect(first).not.toBeNull()
  await Promise.all(Array.from({ length: 10 }, async () => await authenticateBrand(app.db, fresh)))
  expect(await lastUse()).toBe(first)
  await shiftClock(app.db, '61 seconds')
  await authenticateBrand(app.db, fresh)
  expect(await lastUse()).toBeGreaterThan(first!)
})

test.each([
  ['slug', { slug: 'Not A Slug' }],
  ['website', { website: 'ftp://brand.example' }],
  ['name', { name: ' ' }],
  ['country', { country: 'de' }],
  ['colors', { colors: { base: 'green', glow: '#ffffff' } }],
])('a brand needs a proper %s', (field, changes) => {
  const result = newBrand.safeParse({
    slug: 'fine',
    name: 'Fine',
    website: 'https://fine.example',
    ...changes,
  })
  expect(result.error?.issues[0]?.path[0]).toBe(field)
})
