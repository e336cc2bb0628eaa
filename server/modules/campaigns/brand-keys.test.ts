import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createBrandKey } from '#testing/campaigns.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { parseBrandKey } from './brand-key-text.ts'
import { authenticateBrand, brandFile, createBrand as createBrandCase } from './public.ts'
import { createBrandKey as createBrandKeyCase, revokeBrandKey } from './public.ts'

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
  await app.db.transaction().execute(async (tx) => await revokeBrandKey(tx, keyId))
const refused = { code: 'unauthenticated', status: 401 }

test('a key is recognisable, opens its brand and is kept as a hash only', async () => {
  expect(key).toMatch(/^crels_bk_[0-9a-f]{32}_[\w-]{43}$/)
  expect(await authenticateBrand(app.db, key)).toEqual({
    kind: 'brand',
    brandId: brand.id,
    keyId: keyIdOf(key),
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
    await expect(authenticateBrand(app.db, sister)).rejects.toMatchObject(refused)
    await revoke(keyIdOf(sister))
    await expect(authenticateBrand(app.db, sister)).rejects.toMatchObject(refused)
    expect(await authenticateBrand(app.db, key)).toMatchObject({ brandId: brand.id })
  })

  test('the key of a suspended brand', async () => {
    const other = await createBrand(app)
    const itsKey = await createBrandKey(app, other.id)
    await sql`update brand set state = 'suspended' where id = ${other.id}`.execute(app.db)
    await expect(authenticateBrand(app.db, itsKey)).rejects.toMatchObject(refused)
  })

  test('to revoke a key, or make one for a brand, that does not exist', async () => {
    await expect(revoke(newId('brandKey'))).rejects.toMatchObject({ code: 'not_found' })
    const made = app.db
      .transaction()
      .execute(async (tx) => await createBrandKeyCase(tx, { brand: 'nobody', label: 'x' }))
    await expect(made).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a second brand of the same slug', async () => {
    const input = brandFile.parse({ slug: brand.slug, name: 'Other', website: 'https://other.example' })
    const made = app.db.transaction().execute(async (tx) => await createBrandCase(tx, input))
    await expect(made).rejects.toMatchObject({ code: 'conflict' })
  })
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
  const result = brandFile.safeParse({
    slug: 'fine',
    name: 'Fine',
    website: 'https://fine.example',
    ...changes,
  })
  expect(result.error?.issues[0]?.path[0]).toBe(field)
})
