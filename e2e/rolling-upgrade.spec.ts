import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { freePort } from '#testing/free-port.ts'
import type { HttpProxy } from '#testing/http-proxy.ts'
import { startTestPostgres } from '#testing/postgres.ts'
import { closedLater, endPrograms, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { has } from '#testing/programs.ts'
import { checkoutOf, versionBefore } from '#testing/released.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { ends, firstSecret, openBehindProxy, root } from './behind-proxy.fixture.ts'
import { makeUpgradeStage, startUpgradeLoad } from './upgrade-load.fixture.ts'

// Each replaces two programs or three, one after another; UPGRADE_SECONDS makes the load go on longer before and after.
afterAll(endPrograms)

const loadSeconds = Number(process.env.UPGRADE_SECONDS ?? 0)

const from = versionBefore()

test('of two processes behind a proxy each is replaced under load: no redirect and no call fails, no click is lost', async () => {
  const database = await createTestDatabase()
  closedLater(database.drop)
  expect(await upgrade(database.url, { oldRoot: root })).toEqual(nothingLost)
})

test.skipIf(!has('caddy'))('behind Caddy by its example likewise (skipped without caddy)', async () => {
  const database = await createTestDatabase()
  closedLater(database.drop)
  const upgraded = upgrade(database.url, { oldRoot: root, startProxy: startCaddy, drainSec: 5 })
  expect(await upgraded).toEqual(nothingLost)
})

test.skipIf(from === '')(
  `code of ${from || 'the last release'} serves and works under load while its database is migrated, until it is replaced (skipped without a release in the history)`,
  async () => {
    const postgres = await startTestPostgres({ transport: 'tcp' })
    closedLater(postgres.stop)
    const url = postgres.url('crels')
    const oldRoot = checkoutOf(from, inject('webDir'))
    const settings = { DATABASE_URL: url, DATA_DIR: temporaryDataDir(), SECRET: firstSecret }
    const migrated = startProgram([process.execPath, 'server/cli.ts', 'migrate'], settings, undefined, {
      cwd: oldRoot,
    })
    expect((await migrated.ended).status).toBe(0)
    expect(await upgrade(url, { oldRoot })).toEqual(nothingLost)
  },
)

/**
 * What is to be found after it, where no request failed: of the clicks and sales that were answered none is missing, and
 * every refund that a member was notified of is in the inbox; each check-in that was granted is there once.
 */
const nothingLost = {
  clicks: 'all there',
  sales: 'all there',
  checkIns: 'all there',
  refunds: 'all there',
}

interface Upgrade extends NonNullable<Parameters<typeof openBehindProxy>[1]> {
  oldRoot: string
}

/** Caddy by deploy/proxy/Caddyfile, without TLS: it has the list of processes from its start, and finds out which live. */
async function startCaddy(port: number, behind: number[]): Promise<HttpProxy> {
  const folder = temporaryFolder('caddy')
  const origin = `http://127.0.0.1:${port}`
  const config = path.join(root, 'deploy/proxy/Caddyfile')
  const program = startProgram(['caddy', 'run', '--adapter', 'caddyfile', '--config', config], {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    CRELS_HOST: origin,
    CRELS_UPSTREAMS: behind.map((one) => `127.0.0.1:${one}`).join(' '),
  })
  const close = async () => {
    program.kill('SIGTERM')
    await program.ended
  }
  return { origin, add: () => {}, remove: () => {}, close }
}

/** Replaces every process of `oldRoot` by one of this checkout, on a database that is migrated in between. */
async function upgrade(url: string, { oldRoot, ...before }: Upgrade): Promise<object> {
  const site = await openBehindProxy(url, before)
  const { serve, work, retire } = site
  // That of the same code only in the long form: it is a process more.
  const workIn = async (cwd: string) => (loadSeconds > 0 || oldRoot !== root ? await work(cwd) : undefined)
  const [oldWorker, ...old] = await Promise.all([workIn(oldRoot), serve(oldRoot), serve(oldRoot)])
  await expect.poll(async () => (await fetch(`${site.origin}/healthz`)).status).toBe(200)
  const stage = await makeUpgradeStage({ origin: old[0]!.origin, cwd: oldRoot, settings: site.settings })
  const load = startUpgradeLoad(site.origin, stage)
  await sleep(loadSeconds * 1_000 + 500)
  // As the deployments call it: refused where one of the processes has to be stopped first.
  const migrated = await site.crels(['migrate', '--while-running'])
  expect(migrated.status, migrated.stderr).toBe(0)
  await sleep(loadSeconds * 1_000 + 500)
  const first = await serve()
  // A member hears of a refund by a process of this code, and asks one of the version before.
  await expect.poll(async () => (await refundsSaid(url)).written).toBeGreaterThan(0)
  const [second, worker] = await Promise.all([serve(), workIn(root), retire(old[0]!)])
  await Promise.all([retire(old[1]!), oldWorker && ends(oldWorker)])
  await sleep(loadSeconds * 1_000 + 300)

  const { clicks, sales, checkIns, signIns, calls, failures } = await load.end()
  const sent = await site.crels(['job', 'run', 'send-notifications'])
  expect(sent.status, sent.stderr).toBe(0)
  const refunds = await refundsSaid(url)
  for (const program of [first.program, second.program, worker]) if (program) await ends(program)
  expect(failures).toEqual([])
  expect(clicks.length).toBeGreaterThan(50)
  expect(calls).toBeGreaterThan(50)
  expect(sales.length).toBeGreaterThan(5)
  expect(signIns).toBeGreaterThan(5)
  expect(checkIns.size).toBeGreaterThan(5)
  const { rows } = await query<{ clicks: number; sales: number; checkIns: number }>(
    url,
    `select (select count(*) from click where id = any ($1))::int as clicks,
       (select count(*) from conversion where event_id = any ($2))::int as sales,
       (select count(*) from check_in)::int as "checkIns"`,
    [clicks, sales],
  )
  const found = (there: number, answered: number) =>
    there === answered ? 'all there' : `${there} of ${answered}`
  return {
    clicks: found(rows[0]!.clicks, clicks.length),
    sales: found(rows[0]!.sales, sales.length),
    checkIns: found(rows[0]!.checkIns, checkIns.size),
    refunds: found(refunds.shown, refunds.written),
  }
}

/** Notifications of a refund: how many there are, and how many of these are in an inbox. */
async function refundsSaid(url: string): Promise<{ written: number; shown: number }> {
  const { rows } = await query<{ written: number; shown: number }>(
    url,
    `select count(*)::int as written, (count(*) filter (where in_app))::int as shown
     from notification where kind = 'earning_refunded'`,
    [],
  )
  return rows[0]!
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client.query<Row>(text, values).finally(() => client.end())
}
