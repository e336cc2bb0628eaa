import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seasonOf } from '#rules/season.ts'
import { addOperator, listAuditEntries } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
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

const entries = async (action: string) => await listAuditEntries(app.db, { action, limit: 20 })
const views = async () => await entries('member.view')
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
  expect(await shown('campaign', 'members', id)).toMatch(
    /^enr_\w+ {2}applied {3}usr_\w+ {2}applied \S+ {2}never joined {2}terms 1 {2}0 crels {2}0 links {2}I write about tea\.\n$/,
  )
  expect((await views())[0]).toMatchObject({ by: 'olga', via: 'command', target: id, member: null })
  const unknown = await crels(['campaign', 'members', 'cmp_unknown'], settings)
  expect(unknown).toMatchObject({ status: 1, stdout: '' })
})

test('a list of persons is read under a name whose role reads of members, and the log says who looked', async () => {
  const [reader, support] = [await operatorOf('read-only'), await operatorOf('support')]
  const runId = await draftedRun()
  const season = seasonOf(await databaseNow(app.db))
  for (const [target, list, refused, action = 'member.view'] of [
    ['support', 'support list', [reader]],
    ['claims', 'claim list', [reader]],
    ['audit log', 'audit list', [reader, support]],
    ['orders', 'shop orders', [reader]],
    ['clicks under review', 'click reviews', [reader]],
    ['conversions under review', 'conversion under-review', [reader]],
    ['invitations under review', 'invitation under-review', [reader]],
    ['suppressed addresses', 'mail suppressed', [reader]],
    ['redemptions', 'redemption list', [reader, support]],
    [runId, `payout-run show ${runId}`, [reader, support]],
    ['payouts of 2026', 'redemption totals 2026', [reader, support], 'tax.report'],
  ] as const) {
    const before = await entries(action)
    const unnamed = await crels(list.split(' '), { ...settings, OPERATOR: '' })
    expect(unnamed).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^Say who acts/) })
    for (const who of refused)
      expect(await crels(list.split(' '), { ...settings, OPERATOR: who }), target).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^The role (?:read-only|support) does not allow /),
      })
    expect(await entries(action), target).toEqual(before)
    await shown(...list.split(' '))
    expect((await entries(action))[0], target).toMatchObject({
      by: 'olga',
      via: 'command',
      target,
      member: null,
    })
  }
  const before = (await views()).length
  expect(await crels(['season', 'show', season], { ...settings, OPERATOR: '' })).toMatchObject({ status: 1 })
  // There is no season yet: what shows nothing is no look.
  expect(await crels(['season', 'show', season], settings)).toMatchObject({ status: 1, stdout: '' })
  expect(await views()).toHaveLength(before)
})

test('a redemption is looked at under a name, and the log says whose it was', async () => {
  const redeemer = await createRedeemer(app)
  const { id } = await redeem(app, redeemer)
  const show = ['redemption', 'show', id]
  expect(await crels(show, { ...settings, OPERATOR: await operatorOf('support') })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('The role support does not allow read.money.'),
  })
  expect(await shown(...show)).toContain(redeemer.uid)
  expect((await views())[0]).toMatchObject({ by: 'olga', via: 'command', member: redeemer.uid })
})

/** A run with one redemption, by its id. */
async function draftedRun(): Promise<string> {
  const { id } = await redeem(app, await createRedeemer(app))
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  const { runId } = JSON.parse(await shown('payout-run', 'draft', 'paypal', '--json')) as { runId: string }
  return runId
}

/** The address of an operator of a role, who is added once. */
async function operatorOf(role: 'read-only' | 'support'): Promise<string> {
  const email = `${role}@crels.example`
  const { rows } = await sql`select from operator where email = ${email}`.execute(app.db)
  if (rows.length === 0)
    await app.db
      .transaction()
      .execute(async (tx) => await addOperator(tx, testActor, { email, name: role, role }))
  return email
}
