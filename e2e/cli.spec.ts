import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SignedIn } from '#contracts/identity.schemas.ts'
import { joinEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { openCommands, type Run } from '#testing/commands.ts'
import {
  crels as crelsAlone,
  databaseOf,
  endPrograms,
  startProgram,
  startSite,
  temporaryDataDir,
  type Ended,
  type StartedSite,
} from '#testing/processes.ts'

// Beside browser tests on two cores a command takes its time.
vi.setConfig({ testTimeout: 150_000 })

/** Files for the commands. */
const files = temporaryDataDir()
let site: StartedSite
let crels: Run

beforeAll(async () => {
  crels = openCommands()
  site = await startSite({ DATA_DIR: temporaryDataDir(), DEMO_DATA: 'false' })
})
afterAll(endPrograms)

/** The one that the documents show. */
const campaign = {
  ...(JSON.parse(readFileSync('docs/examples/campaign.json', 'utf8')) as { title: string }),
  brand: 'northwind',
}

test('npm run crels -- --help names the commands', async () => {
  const { stdout } = await startProgram(['npm', 'run', '--silent', 'crels', '--', '--help'], {}).ended
  expect(stdout).toMatch(/^Usage: crels /)
  expect(stdout).toMatch(/^  campaign  /m)
})

test('without a site, a command starts the database, works on it and stops it again', async () => {
  const settings = { DATA_DIR: temporaryDataDir() }
  const first = answer(await crelsAlone(['migrate', '--json'], settings)) as { applied: string[] }
  expect(first.applied[0]).toBe('0001_platform.sql')
  expect(answer(await crelsAlone(['migrate', '--json'], settings))).toEqual({ applied: [] })
  expect(databaseOf(settings.DATA_DIR)).toBeUndefined()
  const made = await crelsAlone(['brand', 'create', ...brandOptions('first')], settings)
  expect(made.stdout).toMatch(/^Brand first: brd_[0-9a-f]{32}\n$/)
})

test('member disable ends access to the running site within 30 s, and enable restores it', async () => {
  const account = { email: 'out@example.com', password: 'correct horse' }
  const post = async (path: string) =>
    await fetch(`${site.origin}/identity/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
  const { user, accessToken } = (await (await post('sign-up')).json()) as SignedIn
  const read = async () =>
    (
      await fetch(`${site.origin}/api/v1/users/${user.uid}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).status
  expect(await read()).toBe(200)
  const out = ['member', 'disable', account.email, '--reason', 'sold clicks']
  expect((await crels(out, site.settings)).stdout).toContain('disabled')
  await vi.waitFor(async () => expect(await read()).toBe(403), 30_000)
  expect((await post('sign-in')).status).toBe(403)
  const back = answer(
    await crels(['member', 'enable', user.uid, '--reason', 'a mistake', '--json'], site.settings),
  )
  expect(back).toMatchObject({ uid: user.uid, state: 'active', sessions: [] })
  expect((await post('sign-in')).status).toBe(200)
  expect(await crels(['member', 'show', 'nobody@example.com'], site.settings)).toMatchObject({
    status: 1,
    stderr: 'There is no account nobody@example.com\n',
  })
})

test('config shows every setting, and no password', async () => {
  const settings = { SECRET: 'x'.repeat(40), DATABASE_URL: 'postgres://crels:hidden@db/crels' }
  const rows = answer(await crels(['config', '--json'], settings)) as { name: string; value: string }[]
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      'PORT HOST PUBLIC_ORIGIN DATA_DIR DATABASE_URL SMTP_URL DEMO_DATA LOG_LEVEL'.split(' '),
    ),
  )
  expect(valueOf('SECRET')).toBe('(hidden)')
  expect(valueOf('DATABASE_URL')).toBe('postgres://crels:***@db/crels')
  expect((await crels(['config'], { PORT: '8080' })).stdout).toContain('PORT=8080\n    Port to listen on.\n')
})

test('beside a running site: a brand, its key, a campaign; the site knows them at once', async () => {
  const made = answer(await crels(['brand', 'create', ...brandOptions('northwind'), '--json'], site.settings))
  expect(made).toEqual({ id: expect.stringMatching(/^brd_[0-9a-f]{32}$/) as string })
  const key = await crels(['brand', 'key', 'create', 'northwind', '--label', 'shop'], site.settings)
  const report = { eventId: 'o-1', clickId: 'clk_unknown', type: 'lead' }
  expect(await statusOf('/api/v1/conversions', key.stdout.trim(), report)).toBe(201)

  const file = write('campaign.json', JSON.stringify(campaign))
  const { id } = answer(await crels(['campaign', 'create', '--file', file, '--json'], site.settings)) as {
    id: string
  }
  expect((await fetch(`${site.origin}/campaigns/${id}`)).status).toBe(200)
  const topUp = ['campaign', 'top-up', id, '500', '--reference', 'invoice-7']
  for (const _ of [1, 2])
    expect((await crels(topUp, site.settings)).stdout).toBe(`Put 500 crels into ${id}\n`)
  expect((await crels(['campaign', 'state', id, 'pause'], site.settings)).stdout).toBe(`${id} is paused\n`)

  const [, keyId = ''] = /^crels_bk_([0-9a-f]{32})_/.exec(key.stdout) ?? []
  const rotate = ['brand', 'key', 'rotate', `bky_${keyId}`, '--json']
  const next = answer(await crels(rotate, site.settings)) as { id: string; key: string }
  expect(await statusOf('/api/v1/conversions', next.key, report)).toBe(200)
  const keys = answer(await crels(['brand', 'key', 'list', 'northwind', '--json'], site.settings))
  expect(keys).toMatchObject([
    { id: next.id, usable: true },
    { id: `bky_${keyId}`, usable: true },
  ])
  const revoke = await crels(['brand', 'key', 'revoke', `bky_${keyId}`], site.settings)
  expect(revoke.stdout).toBe(`Revoked bky_${keyId}\n`)
  expect(await statusOf('/api/v1/conversions', key.stdout.trim(), report)).toBe(401)
})

test('the economy is set for what comes after, with its history', async () => {
  const before = await crels(['economy', 'show'], site.settings)
  expect(before.stdout).toMatch(/^Version 0\n(.*\n)*checkIn.basePoints=10\n/)
  const set = ['economy', 'set', 'checkIn.basePoints=12', '--author', 'ada', '--reason', 'a quiet month']
  expect((await crels(set, site.settings)).stdout).toMatch(
    /^Version 1\n    checkIn.basePoints: 10 → 12\nPoints a month for 1,000 members: \d+ → \d+\n$/,
  )
  expect((await crels(set, site.settings)).stdout).toBe('That is so already, in version 1\n')
  expect(answer(await crels(['economy', 'history', '--json'], site.settings))).toMatchObject([
    { version: 1, author: 'ada', reason: 'a quiet month', changes: [{ path: 'checkIn.basePoints' }] },
  ])
  const tried = await crels(['economy', 'simulate', 'socialShare.points=60'], site.settings)
  expect(tried.stdout).toMatch(/^social share {16} {5}12000 {5}24000$/m)
  const refused = ['economy', 'set', 'checkIn.basePoints=-1', '--author', 'ada', '--reason', 'a slip']
  expect(await crels(refused, site.settings)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^checkIn.basePoints: not acceptable/) as string,
  })
})

test('other currencies get a rate for a day, one by one and by file', async () => {
  const { settings } = site
  const set = await crels(
    ['currency', 'set', 'EUR', '1.0835', '--author', 'Olga', '--day', '2026-11-20'],
    settings,
  )
  expect(set.stdout).toBe('1 EUR is $1.0835 on 2026-11-20\n')
  const file = path.join(files, 'rates.csv')
  writeFileSync(file, 'day,currency,usd\n2026-11-21,EUR,1.09\n2026-11-21,JPY,0.00671\n')
  expect((await crels(['currency', 'import', file, '--author', 'Olga'], settings)).stdout).toBe('2 rates\n')
  writeFileSync(file, '2026-11-22,EUR,1.1\n2026-11-22,EURO,1\n')
  expect(await crels(['currency', 'import', file, '--author', 'Olga'], settings)).toMatchObject(
    refused("Rate 2: EURO is no other currency's code"),
  )
  expect(answer(await crels(['currency', 'list', '--json'], settings))).toEqual([
    { currency: 'EUR', day: '2026-11-21', usdPerUnit: '1.09' },
    { currency: 'JPY', day: '2026-11-21', usdPerUnit: '0.00671' },
  ])
})

test('the rate is set, asked about again when it is far off, paused and resumed, with its history', async () => {
  const signed = ['--author', 'ada', '--reason', 'the market']
  const set = await crels(['rate', 'set', '10.75', ...signed], site.settings)
  expect(set.stdout).toBe('$1 is 10.75 crels; it was 10.5\n')
  expect(await crels(['rate', 'set', '105', ...signed], site.settings)).toMatchObject(
    refused('From 10.75 to 105 is a change of more than 10%; say --confirm if it is meant'),
  )
  expect((await crels(['rate', 'set', '10.5', '--confirm', ...signed], site.settings)).status).toBe(0)
  expect((await crels(['rate', 'pause', ...signed], site.settings)).stdout).toBe('The exchange is paused\n')
  const rate = await fetch(`${site.origin}/api/v1/exchange/rates/usd/to/crels`)
  expect(await rate.json()).toMatchObject({ value: 10.5, paused: true })
  expect((await crels(['rate', 'resume', ...signed], site.settings)).stdout).toBe('The exchange is open\n')
  expect((await crels(['rate', 'show'], site.settings)).stdout).toMatch(/^\$1 is 10.5 crels since .*open\n$/)
  const history = await crels(['rate', 'history', '--limit', '3', '--json'], site.settings)
  expect(history).toMatchObject({
    status: 0,
    stderr: 'The last 3, there are older ones: --limit shows more\n',
  })
  expect(JSON.parse(history.stdout)).toMatchObject([
    { change: { paused: false } },
    { change: { paused: true } },
    { change: { usdToCrels: '10.5' }, author: 'ada', reason: 'the market' },
  ])
})

test('an act on many things says what it touches, does nothing without a yes, and is undone', async () => {
  const refusal = 'Nothing is changed: add --yes to do it\n'
  const slug = 'many'
  answer(await crels(['brand', 'create', ...brandOptions(slug), '--json'], site.settings))
  const suspend = ['brand', 'suspend', slug]
  const asked = await crels(suspend, site.settings)
  expect(asked).toMatchObject({ status: 1, stdout: '' })
  expect(asked.stderr).toBe(`Suspending many stops 0 campaigns with 0 members, and 0 keys\n${refusal}`)
  expect((await crels([...suspend, '--yes'], site.settings)).stdout).toBe('many is suspended\n')

  const block = ['link', 'block-host', 'spam.example', '--reason', 'phishing']
  const leading = JSON.stringify({
    ...campaign,
    destinationUrl: 'https://shop.spam.example/',
    publish: false,
  })
  const made = answer(await crels(['campaign', 'create', '--file', '-', '--json'], site.settings, leading))
  const { id } = made as { id: string }
  expect(await crels(block, site.settings)).toMatchObject({
    status: 1,
    stderr:
      'Blocking spam.example stops 0 links of 0 creators; 1 campaigns lead there\n' +
      `  campaign ${id} of northwind: ${campaign.title}\n${refusal}`,
  })
  expect((await crels(['link', 'blocked-hosts'], site.settings)).stdout).toBe('None is blocked\n')
  const blocked = answer(await crels([...block, '--yes', '--json'], site.settings))
  expect(blocked).toEqual({ host: 'spam.example', stopped: 0, reason: 'phishing' })
  const all = await crels(['link', 'block-host', 'com', '--reason', 'a slip', '--yes'], site.settings)
  expect(all).toMatchObject({ status: 1, stderr: expect.stringMatching(/^com is no one’s host/) as string })
  const undone = await crels(['link', 'unblock-host', 'spam.example', '--yes'], site.settings)
  expect(undone.stdout).toBe('spam.example is not blocked any more; 0 links are back\n')
})

test('redemptions are listed, and what is not there is refused in a line', async () => {
  expect((await crels(['redemption', 'list', '--state', 'requested'], site.settings)).stdout).toBe('None\n')
  const batch = ['redemption', 'batch', 'paypal', '--author', 'ada']
  expect((await crels(batch, site.settings)).stdout).toBe('Nothing to pay\n')
  expect((await crels(['redemption', 'totals', '2026'], site.settings)).stdout).toBe('No payouts\n')
  const nothing = ['redemption', 'approve', `rdm_${'0'.repeat(32)}`, '--author', 'ada']
  expect(await crels(nothing, site.settings)).toMatchObject(refused('There is no such redemption.'))
})

test('the shop is stocked by file, its codes are imported all or none, and a dry run changes nothing', async () => {
  const by = ['--author', 'ada', '--reason', 'a test']
  const shop = async (...args: string[]) => await crels(['shop', ...args], site.settings)
  const mug = ['add', '--file', 'docs/examples/shop-item.json', ...by]
  expect((await shop(...mug, '--dry-run')).stdout).toContain('nothing is changed')
  expect((await shop('items')).stdout).toBe('None\n')
  expect((await shop(...mug)).stdout).toMatch(/^Item tea-mug \(itm_/)
  for (const more of [[], ['--dry-run']])
    expect(await shop(...mug, ...more)).toMatchObject(refused('There is an item tea-mug already.'))
  const edit = ['edit', 'tea-mug', '--file', write('mug.json', '{"points":2100}'), ...by]
  expect((await shop(...edit, '--dry-run')).stdout).toBe('Would change points\n')
  expect((await shop(...edit)).stdout).toBe('Changed points\n')
  expect((await shop(...edit)).stdout).toBe('It is so already\n')
  expect((await shop('restock', 'tea-mug', '2', ...by)).stdout).toBe('tea-mug has 20 in stock\n')
  const card = { slug: 'card', kind: 'gift_card', title: 'Card', summary: 'A code.', points: 50 }
  await shop('add', '--file', write('card.json', JSON.stringify(card)), ...by)
  const codes = (text: string, ...more: string[]) =>
    shop('codes', 'import', 'card', write('codes.csv', text), ...by, ...more)
  expect((await codes('code\nA-1\nA-2\n', '--dry-run')).stdout).toContain('2 codes can be imported')
  expect((await codes('code\nA-1\nA-2\n')).stdout).toBe('Imported 2 codes\n')
  expect(await codes('A-3\nA-1\n')).toMatchObject(refused(/line 2: this code is in the pool of card already/))
  expect((await shop('items')).stdout).toMatch(/card  gift_card  50 points  open  2 left, 0 sold/)
  expect((await shop('show', 'tea-mug')).stdout).toContain('ada changed points: a test')
  expect((await shop('orders', '--state', 'placed')).stdout).toBe('None\n')
  const ship = ['ship', `ord_${'0'.repeat(32)}`, '--author', 'ada', '--carrier', 'DHL']
  expect(await shop(...ship)).toMatchObject(refused(`There is no order ord_${'0'.repeat(32)}.`))
  expect(await shop('restock', 'card', '1', ...by)).toMatchObject(refused(/has no stock of its own/))
})

test('a campaign comes from standard input too', async () => {
  const input = JSON.stringify({ ...campaign, publish: false })
  const made = await crels(['campaign', 'create', '--file', '-'], site.settings, input)
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Campaign cmp_/) as string })
})

test('the clock is moved for the site too, and put back', async () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const input = JSON.stringify({ ...campaign, startsAt: soon })
  const { id } = answer(
    await crels(['campaign', 'create', '--file', '-', '--json'], site.settings, input),
  ) as { id: string }
  const pause = ['campaign', 'state', id, 'pause']
  expect(await crels(pause, site.settings)).toMatchObject(
    refused('A campaign that is scheduled cannot pause.'),
  )
  const { now } = answer(await crels(['clock', '--shift', '31 days', '--json'], site.settings)) as {
    now: string
  }
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(30.9 * 86_400_000)
  const elsewhere = await crels(['clock', '--shift', '1 day'], { ...site.settings, HOST: '0.0.0.0' })
  expect(elsewhere).toMatchObject(refused(/^HOST, PUBLIC_ORIGIN: there is no moving the clock where people/))
  expect((await crels(pause, site.settings)).stdout).toBe(`${id} is paused\n`)
  const reset = answer(await crels(['clock', '--reset', '--json'], site.settings)) as { now: string }
  expect(Math.abs(Date.parse(reset.now) - Date.now())).toBeLessThan(60_000)
})

test('doctor shows on one screen what it finds, and fails where something is a problem', async () => {
  const well = await crels(['doctor'], site.settings)
  expect(well).toMatchObject({ status: 0, stderr: '' })
  expect(well.stdout).toMatch(/^ok       site +ready\n/)
  expect(well.stdout).toMatch(/^-        backup +Crels cannot see/m)
  expect(well.stdout.split('\n').length).toBeLessThan(24)
  const others = { ...site.settings, HOST: '0.0.0.0' }
  const ill = await crels(['doctor', '--json'], others)
  expect(ill.status).toBe(1)
  expect(JSON.parse(ill.stdout)).toContainEqual(
    expect.objectContaining({ name: 'origin', verdict: 'problem' }) as object,
  )
})

test('jobs are listed and run', async () => {
  const jobs = answer(await crels(['job', 'list', '--json'], site.settings)) as {
    name: string
    doc: string
  }[]
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['unlock-earnings', 'reconcile']))
  const run = answer(await crels(['job', 'run', 'unlock-earnings', '--json'], site.settings))
  expect(run).toMatchObject({ job: 'unlock-earnings' })
  const books = answer(await crels(['job', 'run', 'reconcile', '--json'], site.settings))
  expect(books).toMatchObject({ result: { clean: true } })
})

test('demo data comes and goes with one command each', async () => {
  const loaded = answer(await crels(['demo', 'load', '--json'], site.settings))
  expect(loaded).toMatchObject({ email: 'creator@demo.crels.example' })
  expect(await crels(['demo', 'load'], site.settings)).toMatchObject(
    refused(/^The demo data is loaded already; .+\n$/),
  )
  const removed = answer(await crels(['demo', 'remove', '--json'], site.settings))
  expect(removed).toMatchObject({ brands: 8, campaigns: 40 })
  const books = answer(await crels(['job', 'run', 'reconcile', '--json'], site.settings))
  expect(books).toMatchObject({ result: { clean: true } })
})

const wrong: [args: string[], line: string | RegExp][] = [
  [['nope'], "error: unknown command 'nope'"],
  [['brand', 'create', '--slug', 'A b', '--name', 'A'], /^slug: not acceptable \(.+\); website: missing\n$/],
  [['brand', 'create', '--file', '/nowhere.json'], /^\/nowhere\.json cannot be read \(ENOENT.+\)\n$/],
  [['brand', 'create', '--file', write('broken.json', '{')], /broken\.json is not JSON \(.+\)\n$/],
  [['brand', 'create', '--file', write('list.json', '[]')], /list\.json is not a JSON object, in braces\n$/],
  [['brand', 'create', ...brandOptions('northwind')], 'There is already a brand northwind.'],
  [['brand', 'key', 'create', 'nobody'], 'There is no brand nobody.'],
  [['brand', 'key', 'revoke', 'bky_none'], 'There is no key bky_none.'],
  [['campaign', 'create'], "error: required option '--file <path>' not specified"],
  [
    ['campaign', 'create', '--file', write('bare.json', '{"brand":"northwind","colour":"red"}')],
    /^category: missing; title: missing; .+; reward: missing; Unrecognized key: "colour"\n$/,
  ],
  [
    ['campaign', 'create', '--file', write('lost.json', JSON.stringify({ ...campaign, brand: 'nobody' }))],
    'brand: not acceptable (There is no brand nobody)',
  ],
  [
    [
      'campaign',
      'create',
      '--file',
      write('inside.json', JSON.stringify({ ...campaign, destinationUrl: 'ftp://x' })),
    ],
    /^destinationUrl: not acceptable \([^\n]+\)\n$/,
  ],
  [['campaign', 'top-up', 'cmp_none', '1.5', '--reference', 'a'], /^1\.5 is not a whole number of crels/],
  [['campaign', 'top-up', 'cmp_none', '5', '--reference', 'a'], 'There is no campaign cmp_none.'],
  [['campaign', 'state', 'cmp_none', 'fly'], /^error: .+ Allowed choices are publish, .+\n$/],
  [['campaign', 'decide', 'enr_none'], 'Say --approve or --decline "reason"'],
  [['campaign', 'decide', 'enr_none', '--approve'], 'There is no application enr_none.'],
  [['job', 'run', 'nope'], 'There is no job nope'],
  [['job', 'run', 'reconcile', '--data', '{'], /^--data is not JSON \(.+\)\n$/],
  [['clock', '--shift', 'a while'], '"a while" is no interval such as "31 days" or "-2 hours"'],
  [
    ['clock', '--shift', '9 billion years'],
    '"9 billion years" is no interval such as "31 days" or "-2 hours"',
  ],
  [['clock', '--shift', '1 day', '--reset'], 'Say --shift or --reset, not both'],
]

test.each(wrong)('crels %j is refused in one line, and nothing is written', async (args, line) => {
  expect(await crels(args, site.settings)).toMatchObject(refused(line))
})

test('what was refused has left nothing behind', async () => {
  const { DATA_DIR: dataDir = '' } = site.settings
  const database = await joinEmbeddedPostgres({ dataDir: dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*)::int from brand) as brands, (select count(*)::int from brand_key) as keys,
      (select count(*)::int from campaign) as campaigns, (select shift::text from clock_offset) as shift`)
  await client.end()
  expect(rows).toEqual([{ brands: 2, keys: 2, campaigns: 4, shift: '00:00:00' }])
})

function brandOptions(slug: string): string[] {
  return ['--slug', slug, '--name', 'Northwind Coffee', '--website', 'https://northwind.example']
}

function write(name: string, content: string): string {
  mkdirSync(files, { recursive: true })
  const file = path.join(files, name)
  writeFileSync(file, content)
  return file
}

/** What a command that succeeded answered in JSON, with nothing beside it. */
function answer({ status, stdout, stderr }: Ended): unknown {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** One line on standard error, nothing on standard output. */
function refused(line: string | RegExp) {
  const pattern = line instanceof RegExp ? (expect.stringMatching(line) as string) : `${line}\n`
  return { status: 1, stdout: '', stderr: pattern }
}

async function statusOf(route: string, key: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = await fetch(site.origin + route, { method: 'POST', headers, body: JSON.stringify(body) })
  return sent.status
}
