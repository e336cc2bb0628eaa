import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand } from '#testing/campaigns.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await createBrand(app, { slug: 'real' })
  await createBrand(app, { slug: 'shown', demo: true })
})
afterAll(() => app.close())

const report = async (slug: string, payload: string) =>
  await app.server.inject({
    method: 'POST',
    url: `/dev/brand/${slug}/conversions`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

test('shows the click a follower came by', async () => {
  const page = await app.server.inject('/dev/brand/shown?crels_click=clk_1%22%3E%3Cb%3E')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('clk_1&quot;&gt;&lt;b&gt;')
  expect(page.body).toContain('<form')
})

test('reports for demo brands alone', async () => {
  expect((await report('real', 'type=lead&eventId=1&clickId=none')).statusCode).toBe(404)
  expect((await app.server.inject('/dev/brand/real?crels_click=x')).body).not.toContain('<form')
  const answer = await report('shown', 'type=lead&eventId=1&clickId=none')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('click unknown')
})

test('refuses what cannot be stored or understood, in words', async () => {
  expect((await report('shown', 'type=lead&eventId=2&clickId=%00')).statusCode).toBe(400)
  const answer = await report('shown', 'type=other&eventId=&clickId=none')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Refused')
})

test('is not there in production', async () => {
  const production = await startTestApp({ env: 'production' })
  try {
    expect((await production.server.inject('/dev/brand/shown')).statusCode).toBe(404)
  } finally {
    await production.close()
  }
})
