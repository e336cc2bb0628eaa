import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOperator, listAuditEntries } from '#server/modules/operators/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import { buyer, callShop, homeAddress, makeItem, type Buyer } from '#testing/shop.ts'

const crels = loggedCommands(({ DATABASE_URL: url }) => url)

let app: TestApp
let member: Buyer
let settings: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  member = await buyer(app, 1_000)
  settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
  // By which a command knows the folder for one of Crels.
  mkdirSync(join(app.config.dataDir, 'clicks'), { recursive: true })
})
afterAll(async () => await app.close())

const views = async () => await listAuditEntries(app.db, { action: 'member.view', limit: 20 })
const shown = async (...args: string[]) => {
  const { status, stdout, stderr } = await crels(args, settings)
  expect(status, stderr).toBe(0)
  return stdout
}
const post = async (url: string, payload: object) =>
  (await app.server.inject({ method: 'POST', url, headers: member.headers, payload })).json()

test('where an order is sent is read by command under a name, and the log says whose it was', async () => {
  const itemId = await makeItem(app, { stock: 3 })
  const order = { itemId, points: 100, address: homeAddress }
  const { status, body } = await callShop(app, member, 'POST', '/orders', order)
  expect(status, JSON.stringify(body)).toBe(201)
  const unnamed = await crels(['shop', 'order', body.id], { ...settings, OPERATOR: '' })
  expect(unnamed).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^Say who acts/) })
  expect(await views()).toEqual([])
  expect(await shown('shop', 'order', body.id)).toContain(homeAddress.street)
  expect(await views()).toMatchObject([{ by: 'olga', via: 'command', member: member.uid }])
})

test('so are what a member wrote to support, and who applied to a campaign', async () => {
  const asked = await post('/support-requests', { topic: 'other', message: 'Where is it?' })
  const before = (await views()).length
  expect(await shown('support', 'show', asked.reference)).toContain('Where is it?')
  // Within ten minutes it is one look at this member.
  expect(await views()).toHaveLength(before)
  const other = await buyer(app, 0)
  member = other
  const { reference } = await post('/support-requests', { topic: 'other', message: 'And where is mine?' })
  await shown('support', 'show', reference)
  expect((await views())[0]).toMatchObject({ by: 'olga', via: 'command', member: other.uid })

  const { id } = await createCampaign(app, { brandId: (await createBrand(app)).id, approval: 'application' })
  await post(`/api/v1/campaigns/${id}/enrolment`, { message: 'I write about tea.' })
  expect(await shown('campaign', 'members', id)).toContain('I write about tea.')
  expect((await views())[0]).toMatchObject({ by: 'olga', via: 'command', target: id, member: null })
  const unknown = await crels(['campaign', 'members', 'cmp_unknown'], settings)
  expect(unknown).toMatchObject({ status: 1, stdout: '' })
})

test('a list of persons is read under a name whose role reads of members, and the log says who looked', async () => {
  const reader = 'rea@crels.example'
  await addOperatorOf(reader)
  for (const [target, ...list] of [
    ['support', 'support', 'list'],
    ['claims', 'claim', 'list'],
    ['conversions under review', 'conversion', 'under-review'],
    ['suppressed addresses', 'mail', 'suppressed'],
    ['payouts of 2026', 'redemption', 'totals', '2026'],
  ] as const) {
    const before = await views()
    const unnamed = await crels([...list], { ...settings, OPERATOR: '' })
    expect(unnamed).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^Say who acts/) })
    const refused = await crels([...list], { ...settings, OPERATOR: reader })
    expect(refused, target).toMatchObject({ status: 1, stdout: '' })
    expect(await views(), target).toEqual(before)
    await shown(...list)
    expect((await views())[0], target).toMatchObject({ by: 'olga', via: 'command', target, member: null })
  }
})

async function addOperatorOf(email: string): Promise<void> {
  await app.db
    .transaction()
    .execute(async (tx) => await addOperator(tx, testActor, { email, name: 'rea', role: 'read-only' }))
}
