import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
let brand: { slug: string; name: string }
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager')
  brand = await createBrand(app, { name: 'North Roast' })
})
afterAll(() => app.close())

const draft = () => ({
  brand: brand.slug,
  category: 'food-drink',
  title: 'Beans by post',
  summary: 'Fresh every week.',
  terms: '## What counts\nEvery bag.',
  destinationUrl: 'https://north-roast.example/beans',
  reward: { sale: { crels: 84 } },
})
const draw = async (screen: string, changes: object = {}) => {
  const payload = { campaign: { ...draft(), ...changes }, budgetCrels: 10_000, screen }
  for (let attempt = 1; ; attempt += 1) {
    const drawn = await callOperator(app, mia, { method: 'POST', path: '/campaign-previews', payload })
    // A renderer that starts on a busy machine is killed after 5 s, and started again.
    if (drawn.status !== 503 || attempt === 5) return drawn
  }
}

test.each(['card', 'page'])(
  'draws the %s of a draft as members see it, with nothing to act with',
  async (screen) => {
    const { status, body } = await draw(screen)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.html).not.toMatch(/<script|<a\b[^>]* href=|\bon[a-z]+="|<form[^>]* action=|crels_|Bearer/)
    for (const text of ['Beans by post', 'North Roast', '84']) expect(body.html, text).toContain(text)
    if (screen === 'page') expect(body.html).toContain('Every bag.')
  },
)

test('makes nothing', async () => {
  await draw('page')
  expect((await callOperator(app, mia, { path: '/campaigns' })).body.items).toEqual([])
})

test.each([
  ['an unknown brand', { brand: 'nobody' }, 'brand'],
  ['an unknown category', { category: 'no-such' }, 'category'],
  ['no address', { destinationUrl: 'beans' }, 'destinationUrl'],
  ['nothing that is paid', { reward: {} }, 'reward'],
  ['a title for buyers that names crels', { publicTitle: 'Earn 9 crels' }, 'publicTitle'],
])('refuses %s', async (_, changes, field) => {
  const { status, body } = await draw('card', changes)
  expect(status).toBe(422)
  expect(body.issues[0].path).toMatch(new RegExp(`${field}$`))
})
