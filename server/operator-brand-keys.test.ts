import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedBrandKey } from '#contracts/operator-brand-keys.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
let slug: string
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
  ;({ slug } = await createBrand(app))
})
afterAll(() => app.close())

const post = async (path: string, payload: object = {}, who = mia) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const keys = async () =>
  (await callOperator(app, mia, { path: `/brands/${slug}/keys` })).body.items as OperatedBrandKey[]
const make = async (input: object, who = mia) => await post(`/brands/${slug}/keys`, input, who)
/** Whether a key opens the brand's own calls. */
const opens = async (key: string) =>
  (await app.server.inject({ url: '/api/v1/brand/webhooks', headers: { authorization: `Bearer ${key}` } }))
    .statusCode

test('a key is made with its scopes, opens what it is for, and is shown this once', async () => {
  const made = await make({ kind: 'secret', label: 'Shop', scopes: ['webhooks'], days: 30 })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(await opens(made.body.secret)).toBe(200)
  const [key] = await keys()
  expect(key).toMatchObject({ id: made.body.id, kind: 'secret', scopes: ['webhooks'], isUsable: true })
  expect(JSON.stringify(await keys())).not.toContain(made.body.secret)
  const log = await callOperator(app, await operatorBearer(app, 'owner'), {
    path: '/audit?action=brand-key.create',
  })
  expect(log.status).toBe(200)
  expect(JSON.stringify(log.body)).not.toContain(made.body.secret)
})

test('a signing key and a pixel are made too, the pixel without a secret', async () => {
  const signing = await make({ kind: 'signing', label: 'Signs' })
  expect(signing.body.secret).toMatch(/^crels_bs_/)
  const pixel = await make({ kind: 'pixel', label: 'Thanks page' })
  expect(pixel.body).toMatchObject({
    secret: null,
    pixelUrl: expect.stringContaining(`/px/${pixel.body.id}.gif`),
  })
})

test('a replaced key works on as long as it is said, a revoked one no more', async () => {
  const { body: old } = await make({ kind: 'secret', label: 'Old' })
  const next = await post(`/brand-keys/${old.id}/rotate`, { overlapDays: 7 })
  expect(next.status, JSON.stringify(next.body)).toBe(201)
  expect(await opens(old.secret)).toBe(200)
  expect(await opens(next.body.secret)).toBe(200)
  const both = await Promise.all(
    [mia, max].map(async (who) => await post(`/brand-keys/${old.id}/revoke`, {}, who)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^This key is revoked already\. (mia|max) did brand-key\.revoke on it at/,
  )
  const again = await Promise.all(
    [mia, max].map(async (who) => await post(`/brand-keys/${old.id}/revoke`, {}, who)),
  )
  expect(again.map(({ status }) => status)).toEqual(both.map(({ status }) => status))
  expect(await opens(old.secret)).toBe(401)
  const rotated = await post(`/brand-keys/${old.id}/rotate`, { overlapDays: 0 })
  expect(rotated.status).toBe(409)
  expect(rotated.body.detail).toMatch(/ (mia|max) did brand-key\.revoke on it at /)
})

test('a key that ends is replaced by one that ends with it, also where it is replaced twice', async () => {
  const { body: old } = await make({ kind: 'secret', label: 'Ends', days: 90 })
  const ofId = async (id: string) => (await keys()).find((key) => key.id === id)!
  const { expiresAt } = await ofId(old.id)
  expect(expiresAt).not.toBeNull()
  expect((await ofId(old.id)).successorEndsAt).toBe(expiresAt)
  const next = await post(`/brand-keys/${old.id}/rotate`, { overlapDays: 7 })
  expect(next.body.expiresAt).toBe(expiresAt)
  expect(await ofId(next.body.id)).toMatchObject({ expiresAt })
  // The old one ends by its overlap now, which says nothing of how long a key was to live.
  expect(await ofId(old.id)).toMatchObject({ expiresAt: next.body.oldExpiresAt, successorEndsAt: expiresAt })
  expect((await post(`/brand-keys/${old.id}/rotate`, { overlapDays: 7 })).body.expiresAt).toBe(expiresAt)
  // Nor does that of its successor, where that one was replaced.
  expect((await post(`/brand-keys/${next.body.id}/rotate`, { overlapDays: 1 })).body.expiresAt).toBe(
    expiresAt,
  )
  expect((await post(`/brand-keys/${old.id}/rotate`, { overlapDays: 7 })).body.expiresAt).toBe(expiresAt)
  const { body: endless } = await make({ kind: 'pixel', label: 'Endless' })
  expect((await post(`/brand-keys/${endless.id}/rotate`, { overlapDays: 1 })).body.expiresAt).toBeNull()
})

test('refuses what is no key, no brand and no permission', async () => {
  for (const input of [
    { kind: 'secret', label: ' ' },
    { kind: 'secret', label: 'x', scopes: [] },
    { kind: 'secret', label: 'x', scopes: ['everything'] },
    { kind: 'secret', label: 'x', days: 0 },
    { kind: 'other', label: 'x' },
  ])
    expect((await make(input)).status, JSON.stringify(input)).toBe(422)
  expect((await post('/brands/nobody/keys', { kind: 'secret', label: 'x' })).status).toBe(404)
  expect((await callOperator(app, mia, { path: '/brands/nobody/keys' })).status).toBe(404)
  expect((await make({ kind: 'secret', label: 'x' }, await operatorBearer(app, 'support'))).status).toBe(403)
})
