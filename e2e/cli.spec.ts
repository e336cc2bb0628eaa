import { expect, test, vi } from 'vitest'
import type { SignedIn } from '#contracts/identity.schemas.ts'
import { crels as crelsAlone, databaseOf, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { testMoneyCommands, testOperators } from './cli-money.fixture.ts'
import { testRefusals } from './cli-refusals.fixture.ts'
import {
  answer,
  brandOptions,
  campaign,
  crels,
  openCommandSite,
  refused,
  site,
  write,
} from './cli-stage.fixture.ts'

// Beside browser tests on two cores a command takes its time.
openCommandSite()

test('npm run crels -- --help names the commands', async () => {
  const { stdout } = await startProgram(['npm', 'run', '--silent', 'crels', '--', '--help'], {}).ended
  expect(stdout).toMatch(/^Usage: crels /)
  expect(stdout).toMatch(/^  campaign  /m)
})

testOperators()

test('without a site, a command starts the database, works on it and stops it again', async () => {
  const settings = { DATA_DIR: temporaryDataDir() }
  const first = answer(await crelsAlone(['migrate', '--json'], settings)) as { applied: string[] }
  expect(first.applied[0]).toBe('0001_platform.sql')
  expect(answer(await crelsAlone(['migrate', '--json'], settings))).toEqual({
    applied: [],
    restoredAsOf: null,
  })
  expect(databaseOf(settings.DATA_DIR)).toBeUndefined()
  const ada = ['ada@crels.example', '--name', 'Ada', '--role', 'owner']
  await crelsAlone(['operator', 'add', ...ada], settings)
  const create = ['brand', 'create', ...brandOptions('first'), '--as', 'ada@crels.example']
  const made = await crelsAlone(create, settings)
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
  expect(await crels(out, site.settings)).toMatchObject(
    refused(
      `Disabling ${user.uid} (${account.email}) stops, until they are enabled: 0 links, 0 campaigns, 0 crels, 0 redemptions of $0.00, 0 orders
Their sessions end for good: 1
What their followers click or buy meanwhile earns nothing. They are mailed, without the reason
Nothing is changed: add --yes to do it`,
    ),
  )
  expect(await read()).toBe(200)
  expect((await crels([...out, '--yes'], site.settings)).stdout).toContain('disabled')
  await vi.waitFor(async () => expect(await read()).toBe(403), 30_000)
  expect((await post('sign-in')).status).toBe(403)
  const enable = ['member', 'enable', user.uid, '--reason', 'a mistake', '--json']
  expect((await crels(enable, site.settings)).stderr).toContain('gives back: 0 links, 0 campaigns')
  const back = answer(await crels([...enable, '--yes'], site.settings))
  expect(back).toMatchObject({ uid: user.uid, state: 'active', sessions: [] })
  expect((await post('sign-in')).status).toBe(200)
  expect(await crels(['member', 'show', 'nobody@example.com'], site.settings)).toMatchObject({
    status: 1,
    stderr: 'There is no account nobody@example.com\n',
  })
})

test('member adjust adds to a balance and takes from it, and no more than is there', async () => {
  const account = { email: 'adjusted@example.com', password: 'correct horse' }
  const response = await fetch(`${site.origin}/identity/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { user } = (await response.json()) as SignedIn
  const adjust = async (...options: string[]) =>
    await crels(['member', 'adjust', user.uid, '--reason', 'a gift', ...options], site.settings)
  // A member is one from their first act on.
  await crels(['member', 'sign-out', user.uid], site.settings)
  expect(answer(await adjust('--amount', '50', '--json'))).toMatchObject({
    asset: 'crels',
    amount: 50,
    transactionId: expect.stringMatching(/^txn_/) as string,
  })
  expect((await adjust('--amount', '-20')).stdout).toMatch(/^20 crels taken: txn_/)
  expect(await adjust('--amount', '-31')).toMatchObject({
    status: 1,
    stderr: 'Only 30 crels are there: 31 cannot be taken.\n',
  })
  expect((await adjust('--amount', '-30')).stdout).toMatch(/^30 crels taken: txn_/)
  expect((await adjust('--amount', '1.5')).stderr).toContain('It is a whole number')
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
  expect((await crels(topUp, site.settings)).stdout).toBe(`Put 500 crels into ${id}\n`)
  const again = (await crels(topUp, site.settings)).stdout
  expect(again).toBe(`Put 500 crels into ${id} before, under ${topUp.at(-1)}\n`)
  const reduce = [
    'campaign',
    'reduce-budget',
    id,
    '400',
    '--reference',
    'credit-3',
    '--reason',
    'typed wrong',
  ]
  expect(await crels(reduce, site.settings)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^Of the [\d,]+ crels of .+ by northwind that are neither paid nor reserved, this leaves [\d,]+\n.*Nothing is changed/s,
    ) as string,
  })
  for (const before of ['', ' before, under credit-3'])
    expect((await crels([...reduce, '--yes'], site.settings)).stdout).toMatch(
      new RegExp(`^Took 400 crels out of ${id}${before}, [\\d,]+ are left\n$`),
    )
  const pause = ['campaign', 'state', id, 'pause', '--reason', 'The shop is away']
  expect(await crels(pause, site.settings)).toMatchObject({
    status: 1,
    stderr: `Pausing ${campaign.title} of northwind (0 members) stops new earnings until it is resumed\nClicks and sales made until then are never paid\nNothing is changed: add --yes to do it\n`,
  })
  expect((await crels([...pause, '--yes'], site.settings)).stdout).toBe(`${id} is paused\n`)
  expect(
    (await crels(['campaign', 'state', id, 'resume', '--reason', 'It is back'], site.settings)).stderr,
  ).toMatch(
    /^Resuming .+ of northwind \(0 members\) lets them earn again\nClicks and sales made in the meantime stay unpaid\nNothing is changed/,
  )
  const shop = write('shop.json', JSON.stringify({ destinationUrl: 'https://northwind.example/shop' }))
  const move = ['campaign', 'edit', id, '--file', shop, '--reason', 'a new shop']
  expect((await crels(move, site.settings)).stderr).toMatch(
    /^Tracking links of .+ of northwind \(0 members\) lead to the new destination at once\nNothing is changed/,
  )
  expect((await crels([...move, '--yes'], site.settings)).stdout).toMatch(/^Changed destinationUrl/)
  const terms = write('terms.json', JSON.stringify({ terms: 'Other terms.' }))
  const edit = ['campaign', 'edit', id, '--file', terms, '--reason', 'a new year']
  expect((await crels(edit, site.settings)).stderr).toMatch(
    /^Changing .+ of northwind \(0 members\): they are notified, and keep version 1 of its terms until they agree to version 2\nNothing is changed/,
  )
  expect((await crels([...edit, '--yes'], site.settings)).stdout).toBe(
    'Changed terms; members join under version 2 of its terms\n',
  )
  expect((await crels(edit, site.settings)).stdout).toBe('It is so already\n')

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

test('an act on many things says what it touches, does nothing without a yes, and is undone', async () => {
  const refusal = 'Nothing is changed: add --yes to do it\n'
  const slug = 'many'
  answer(await crels(['brand', 'create', ...brandOptions(slug), '--json'], site.settings))
  const suspend = ['brand', 'suspend', slug, '--reason', 'It does not pay']
  const asked = await crels(suspend, site.settings)
  expect(asked).toMatchObject({ status: 1, stdout: '' })
  expect(asked.stderr).toBe(
    'Suspending many stops 0 campaigns with 0 members, and 0 keys\n' +
      'Clicks and sales made until it is resumed are never paid, and what is reported with its keys until then is refused and has to be sent again\n' +
      refusal,
  )
  expect((await crels([...suspend, '--yes'], site.settings)).stdout).toBe('many is suspended\n')
  const resume = ['brand', 'resume', slug, '--reason', 'It paid']
  expect((await crels(resume, site.settings)).stderr).toBe(
    'Resuming many gives back 0 campaigns with 0 members, and 0 keys\n' +
      'Clicks and sales made in the meantime stay unpaid, and what was reported with its keys was refused and has to be sent again\n' +
      refusal,
  )

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
      `  campaign ${id} of northwind: ${campaign.title}\n` +
      `Visits to these links until it is taken back count for nothing\n${refusal}`,
  })
  expect((await crels(['link', 'blocked-hosts'], site.settings)).stdout).toBe('None is blocked\n')
  const blocked = answer(await crels([...block, '--yes', '--json'], site.settings))
  expect(blocked).toEqual({ host: 'spam.example', stopped: 0, reason: 'phishing' })
  const all = await crels(['link', 'block-host', 'com', '--reason', 'a slip', '--yes'], site.settings)
  expect(all).toMatchObject({ status: 1, stderr: expect.stringMatching(/^com is no one’s host/) as string })
  const undone = await crels(
    ['link', 'unblock-host', 'spam.example', '--reason', 'It was cleaned', '--yes'],
    site.settings,
  )
  expect(undone.stdout).toBe('spam.example is not blocked any more; 0 links are back\n')
})

test('a campaign comes from standard input too', async () => {
  const input = JSON.stringify({ ...campaign, publish: false })
  const made = await crels(['campaign', 'create', '--file', '-'], site.settings, input)
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Campaign cmp_/) as string })
})

testMoneyCommands()

test('the clock is moved for the site too, and put back', async () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const input = JSON.stringify({ ...campaign, startsAt: soon })
  const { id } = answer(
    await crels(['campaign', 'create', '--file', '-', '--json'], site.settings, input),
  ) as { id: string }
  const pause = ['campaign', 'state', id, 'pause', '--reason', 'The shop is away']
  expect(await crels(pause, site.settings)).toMatchObject(
    refused('A campaign that is scheduled cannot pause.'),
  )
  const { now } = answer(await crels(['clock', '--shift', '31 days', '--json'], site.settings)) as {
    now: string
  }
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(30.9 * 86_400_000)
  const elsewhere = await crels(['clock', '--shift', '1 day'], { ...site.settings, HOST: '0.0.0.0' })
  expect(elsewhere).toMatchObject(refused(/^HOST, PUBLIC_ORIGIN: there is no moving the clock where people/))
  expect((await crels([...pause, '--yes'], site.settings)).stdout).toBe(`${id} is paused\n`)
  const reset = answer(await crels(['clock', '--reset', '--json'], site.settings)) as { now: string }
  expect(Math.abs(Date.parse(reset.now) - Date.now())).toBeLessThan(60_000)
})

test('doctor shows on one screen what it finds, and fails where something is a problem', async () => {
  const well = await crels(['doctor'], site.settings)
  expect(well).toMatchObject({ status: 0, stderr: '' })
  expect(well.stdout).toMatch(/^ok       site +ready\n/)
  expect(well.stdout).toMatch(
    /^-        backup +`crels backup` has made none here; of those of other tools `crels backup note` tells/m,
  )
  // With the line of the next command, a screen of 24.
  expect(well.stdout.trim().split('\n').length).toBeLessThan(24)
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

testRefusals()

async function statusOf(route: string, key: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = await fetch(site.origin + route, { method: 'POST', headers, body: JSON.stringify(body) })
  return sent.status
}
