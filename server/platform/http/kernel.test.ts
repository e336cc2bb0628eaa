import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
})
afterAll(() => app.close())

test('answers a public endpoint from the database', async () => {
  const response = await app.server.inject('/api/v1/exchange/rates/usd/to/crels')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ value: 10.5, asOf: expect.any(String), paused: false })
})

test('answers an unknown API path with problem+json 404', async () => {
  const response = await app.server.inject('/api/v1/nothing')
  expect(response.statusCode).toBe(404)
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.json()).toMatchObject({
    code: 'not_found',
    status: 404,
    requestId: expect.stringMatching(/^req_/),
  })
})

test('answers every page of the table with 200 and its title, and no other path', async () => {
  const page = await app.server.inject('/login')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<title>Sign in · Crels</title>')
  expect(page.body).toContain('data-layout="none"')
  const unknown = await app.server.inject('/no-such-page')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.body).toContain('<title>Page Not Found</title>')
  expect((await app.server.inject('/assets/gone.js')).statusCode).toBe(404)
  expect((await app.server.inject('/crels/unknown')).statusCode).toBe(404)
})

test('shows its metrics openly in development, for a token where one is set, and not at all in production', async () => {
  expect((await app.server.inject('/metrics')).body).toContain('crels_ledger')
  const guarded = await startTestApp({ metricsToken: 'a token of some length' })
  const production = await startTestApp({ env: 'production' })
  try {
    expect((await guarded.server.inject('/metrics')).statusCode).toBe(401)
    const headers = { authorization: 'Bearer a token of some length' }
    expect((await guarded.server.inject({ url: '/metrics', headers })).statusCode).toBe(200)
    expect((await production.server.inject('/metrics')).statusCode).toBe(404)
    expect((await production.server.inject('/dev/mail')).statusCode).toBe(404)
  } finally {
    await guarded.close()
    await production.close()
  }
})
