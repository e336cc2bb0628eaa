import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActs } from '#server/cli/command-acts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { createMember } from '#testing/members.ts'
import { addOlga } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem } from '#testing/shop.ts'

/** Acts whose commands other files run, each with the same look at the log. */
const elsewhere: Record<string, string> = {
  'cli.spec.ts and its fixtures':
    'operator add, brand create, brand key create, brand key rotate, brand key revoke, campaign create, campaign edit, campaign top-up, campaign reduce-budget, campaign state, brand suspend, link block-host, link unblock-host, member disable, member enable, member adjust, member sign-out, economy set, currency set, currency import, rate set, rate pause, rate resume, shop add, shop edit, shop restock, shop codes import, clock, job run, demo load, demo remove',
  'category-commands.spec.ts':
    'category add, category edit, category retire, category return, category restore, category order',
  'faq-commands.spec.ts': 'faq add, faq edit, faq retire, faq return, faq restore, faq order',
  'support-commands.spec.ts': 'support answer, support write, support close, mail bounces, mail lift',
  'click-commands.spec.ts': 'click decide',
  'review-commands.spec.ts':
    'conversion decide, conversion correct, conversion reverse, claim accept, claim decline, invitation release, invitation refuse, earning reverse',
  'season-commands.spec.ts':
    'season close, season exclude, season include, season approve, leaderboard recount',
  'person-commands.spec.ts':
    'audit list, campaign members, shop order, shop orders, support show, support list, claim list, click reviews, conversion under-review, invitation under-review, mail suppressed, payout-run show, season show, redemption list, redemption show, redemption totals',
  'payout-run.spec.ts': 'payout-run file-again',
  'program.test.ts, as it takes a ClickHouse and NATS': 'click replay',
}

const ran = new Set<string>()
const run = loggedCommands(({ DATABASE_URL: url }) => url)
const folder = temporaryFolder('acts')
const why = ['--reason', 'A test']

let app: TestApp
let settings: Record<string, string>
let image: string
beforeAll(async () => {
  app = await startTestApp()
  settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
  // By which a command knows the folder for one of Crels.
  mkdirSync(join(app.config.dataDir, 'clicks'), { recursive: true })
  image = join(folder, 'image.png')
  await sharp({ create: { width: 800, height: 800, channels: 3, background: '#205040' } })
    .png()
    .toFile(image)
})
afterAll(async () => await app.close())

/** Runs the command of an act with what follows it; answers what it printed. */
async function done(command: string, ...rest: string[]): Promise<string> {
  const { status, stdout, stderr } = await run([...command.split(' '), ...rest], settings)
  expect(status, `${command}: ${stderr}`).toBe(0)
  ran.add(command)
  return stdout
}
/** Runs a command that asks, and answers what it said before it changed nothing. */
async function refused(command: string, ...rest: string[]): Promise<string> {
  const { status, stderr } = await run([...command.split(' '), ...rest], settings)
  expect(status, command).toBe(1)
  expect(stderr).toMatch(/\nNothing is changed: add --yes to do it\n$/)
  return stderr.replace('Nothing is changed: add --yes to do it\n', '')
}
const answered = async (command: string, ...rest: string[]) =>
  JSON.parse(await done(command, ...rest, '--json')) as Record<string, string>
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('of operators, brands and what the site says', async () => {
  const kim = 'kim@crels.example'
  await run(['operator', 'add', kim, '--name', 'Kim', '--role', 'finance'], settings)
  await done('operator invite', kim)
  await done('operator role', kim, '--role', 'manager', ...why)
  expect(await refused('operator disable', kim, ...why)).toBe(
    `Disabling Kim ends for good: API keys 0, proposals 0, and every session
It stays theirs until somebody takes it over: support requests 0, orders 0, deletions 0
`,
  )
  await done('operator disable', kim, ...why, '--yes')
  // Again there is nothing to ask.
  await done('operator disable', kim, ...why)
  await done('operator enable', kim, ...why)

  await run(
    ['brand', 'create', '--slug', 'tea', '--name', 'Tea', '--website', 'https://tea.example'],
    settings,
  )
  await done('brand edit', 'tea', '--name', 'Tea House', ...why, '--yes')
  await done('brand logo', 'tea', '--file', image)
  await run(['brand', 'suspend', 'tea', ...why, '--yes'], settings)
  await done('brand resume', 'tea', ...why, '--yes')
  const { id } = await answered('webhook add', 'tea', 'https://tea.example/hook')
  await done('webhook test', id!)
  expect(await refused('webhook disable', id!, ...why)).toBe(
    `Disabling ${id} of tea counts messages that wait as failed: 1\n`,
  )
  await done('webhook disable', id!, ...why, '--yes')
  for (const act of ['enable', 'rotate', 'replay', 'remove']) await done(`webhook ${act}`, id!)

  await done('site set', 'operator.name', 'Tea & Co')
  await done('site reset', 'operator.name')
  await done('site logo', '--file', image)
  await done('banner set', '--en', 'The shop rests.', ...why)
  await done('banner off', ...why)
  await done('banner on', ...why)
  const terms = file('terms.md', '# Terms\n\nBe kind.')
  await done('legal publish', 'terms', '--file', terms, '--summary', 'New', '--yes')
  const { id: news } = await answered(
    'announce send',
    '--title',
    'News',
    '--text',
    'There are some.',
    '--yes',
  )
  expect(await done('announce withdraw', news!)).toContain('is out of 0 inboxes')
})

test('of members: campaigns, links and orders', async () => {
  const { rows: brands } = await sql<{ id: string }>`select id from brand where slug = 'tea'`.execute(app.db)
  const { id } = await createCampaign(app, { brandId: brands[0]!.id, approval: 'application' })
  await done('campaign picture', id, '--file', image, ...why)
  const { rows: shown } = await sql<{ url: string }>`
    select cover_url as url from campaign where id = ${id}`.execute(app.db)
  await done('campaign erase-picture', id, '--picture', shown[0]!.url, ...why, '--yes')
  const member = await createMember(app)
  const post = async (url: string, payload: object) =>
    await app.server.inject({ method: 'POST', url, headers: member.headers, payload })
  await post(`/api/v1/campaigns/${id}/enrolment`, { message: 'I write about tea.' })
  const { rows } = await sql<{ id: string }>`select id from enrolment where campaign_id = ${id}`.execute(
    app.db,
  )
  await done('campaign decide', rows[0]!.id, '--approve')
  const removal = ['campaign', 'remove', rows[0]!.id, ...why]
  const asked = await run(removal, settings)
  expect(asked.status).toBe(1)
  expect(asked.stderr).toContain('Removing them stops 1 link, and they cannot join again')
  expect(asked.stderr).toContain('They keep 0 crels available, 0 pending and 0 under review')
  await done('campaign remove', rows[0]!.id, ...why, '--yes')
  // Again by the same operator there is nothing to ask.
  expect((await run(removal, settings)).stdout).toBe(`${rows[0]!.id} is removed\n`)
  const back = await done('campaign let-back-in', rows[0]!.id, ...why, '--yes')
  expect(back).toBe(`${rows[0]!.id} is active\n`)
  await done('member show', member.uid)
  const lost = await createMember(app)
  await addAuthenticator(app, lost)
  await done('member remove-second-factors', lost.uid, ...why)

  await post('/api/v1/shortlinks', { destinationUrl: 'https://tea.example/', code: 'tea-time' })
  await done('link ban', 'tea-time', ...why, '--yes')
  await done('link unban', 'tea-time', ...why, '--yes')

  const itemId = await makeItem(app, { slug: 'mug', stock: 3 })
  await done('shop image', 'mug', '--file', image, ...why)
  const ada = await buyer(app, 200)
  const order = async () => {
    const { body } = await callShop(app, ada, 'POST', '/orders', {
      itemId,
      points: 100,
      address: homeAddress,
    })
    return body.id as string
  }
  await done('shop ship', await order(), '--carrier', 'DHL')
  await done('shop cancel', await order(), ...why, '--yes')
  expect(await done('shop sale', 'mug', 'off', ...why)).toBe('mug is off sale\n')
})

test('of what is paused, until it is resumed', async () => {
  const shown = async () => await run(['pause', 'show'], settings)
  expect((await shown()).stdout).toMatch(
    /^redemptions {2}open, never paused\npayouts {2}open, never paused\n/,
  )
  await redeem(app, await createRedeemer(app))
  expect(await refused('pause redemptions', ...why)).toBe(
    'Pausing redemptions holds for every member at once\nRedemptions requested in the last 7 days: 1\n',
  )
  expect(await refused('pause payouts', ...why)).toBe(
    `Pausing payouts holds for every member at once
It holds: approved payouts 0 ($0.00), open payout runs 0 ($0.00)
Redemptions paid in the last 7 days: 0
`,
  )
  expect((await shown()).stdout).toMatch(/^payouts {2}open, never paused$/m)
  for (const name of ['redemptions', 'payouts', 'sign-ups', 'links'])
    expect(await done(`pause ${name}`, ...why, '--yes')).toBe(
      `${name[0]!.toUpperCase()}${name.slice(1)} are paused\n`,
    )
  expect((await run(['pause', 'payouts', ...why], settings)).stdout).toBe(
    'Payouts are paused, as they were\n',
  )
  expect((await shown()).stdout).toMatch(/^payouts {2}paused since \S+Z {2}olga: A test$/m)
  expect(await refused('resume payouts', ...why)).toContain('It lets go: approved payouts 0 ($0.00)')
  for (const name of ['redemptions', 'payouts', 'sign-ups', 'links'])
    await done(`resume ${name}`, ...why, '--yes')
  expect((await shown()).stdout).toMatch(/^payouts {2}open since /m)
})

test('of payouts, one by one and in a run', async () => {
  const giftCard = { kind: 'gift_card', email: 'cards@example.com' }
  const asked = async (to?: object) => (await redeem(app, await createRedeemer(app, { to }))).id
  await done('redemption reject', await asked(), ...why)
  for (const end of ['paid', 'failed'] as const) {
    const id = await asked(giftCard)
    await done('redemption approve', id)
    await done('redemption send', id)
    await done('redemption destination', id, ...why)
    await done(`redemption ${end}`, id, ...(end === 'paid' ? ['--reference', 'GC-1'] : why))
  }
  const back = await asked(giftCard)
  for (const [act, ...how] of [['approve'], ['send'], ['paid', '--reference', 'GC-2']])
    await run(['redemption', act!, back, ...how], settings)
  await sql`
    insert into payout_mismatch (redemption_id, said, detail) values (${back}, 'failed', 'It was returned')`.execute(
    app.db,
  )
  await done('redemption settle-mismatch', back, ...why)
  await done('redemption returned', back, ...why)
  const id = await asked()
  await done('redemption approve', id)
  const drafted = async () => (await answered('payout-run draft', 'paypal')).runId!
  await done('payout-run discard', await drafted())
  const runId = await drafted()
  await run(['operator', 'add', 'kay@crels.example', '--name', 'Kay', '--role', 'finance'], settings)
  await done('payout-run approve', runId, '--as', 'kay@crels.example')
  const out = join(folder, 'payouts.csv')
  await done('payout-run file', runId, '--out', out)
  const reference = readFileSync(out, 'utf8').split('\r\n')[1]!.split(',')[3]!
  await done(
    'payout-run import',
    runId,
    file('report.csv', `Reference,Status,Reason\n${reference},Failed,Closed\n`),
  )
  await done('payout-run retry', runId, id)
  await done('payout-run give-up', runId, id, ...why)
  expect(await done('payout-run close', runId)).toContain('paypal closed')
})

test('of the keys that seal, on a database of their own', async () => {
  const database = await createTestDatabase()
  const own = { ...settings, DATABASE_URL: database.url, ...(await addOlga(database.db)) }
  const keys = async (act: string, secrets: Record<string, string>, ...options: string[]) => {
    const ended = await run(['secret', act, ...options], { ...own, ...secrets })
    expect(ended, act).toMatchObject({ status: 0, stderr: '' })
    ran.add(`secret ${act}`)
  }
  const SECRET = 'a'.repeat(40)
  await keys('rotate', { SECRET, SECRET_PREVIOUS: settings['SECRET']! })
  await keys('forget-old', { SECRET })
  // The one it had is lost.
  await keys('start-over', { SECRET: 'b'.repeat(40) }, '--yes')
  await database.drop()
})

test('of a backup that another tool made: nobody has to be named', async () => {
  const { OPERATOR: _, ...unnamed } = settings
  const noted = await run(['backup', 'note', '--at', new Date().toISOString()], unnamed)
  expect(noted).toMatchObject({ status: 0, stderr: '' })
  ran.add('backup note')
  const { rows } = await sql`
    select source, target from audit_entry where action = 'backup.note'`.execute(app.db)
  expect(rows).toEqual([{ source: 'crels backup note', target: 'backup' }])
  // What cannot be done is no entry.
  const replayed = await run(['click', 'replay'], settings)
  expect(replayed.stderr).toBe('There is no log of clicks to replay: NATS_URL is not set\n')
  const { rows: none } = await sql`select from audit_entry where action = 'click.replay'`.execute(app.db)
  expect(none).toEqual([])
})

// The last: nothing leaves a database that waits.
test('of a database that was restored', async () => {
  const { id } = await redeem(app, await createRedeemer(app))
  const card = await makeGiftCard(app, 1)
  await done('restore hold', '--as-of', new Date().toISOString())
  await done('restore payout', id, '--not-paid')
  await done('restore pool', card, '--take-back', ...why)
  expect(await done('restore confirm', '--yes')).toContain('leave again')
})

test('every command that is an act is run with a look at the log', () => {
  const named = Object.values(elsewhere).flatMap((line) => line.split(', '))
  const acts = Object.entries(commandActs).flatMap(([name, act]) => (act === null ? [] : [name]))
  expect([...ran, ...named].sort()).toEqual(acts.sort())
})
