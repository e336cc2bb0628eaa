import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { TOO_FAST_MS } from '#rules/attribution.ts'
import { createTestDatabase } from '#testing/database.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { freePort } from '#testing/free-port.ts'
import { startHttpProxy, type HttpProxy } from '#testing/http-proxy.ts'
import { createMember } from '#testing/members.ts'
import { startTestPostgres } from '#testing/postgres.ts'
import { closedLater, endPrograms, startProgram, temporaryDataDir, type Program } from '#testing/processes.ts'
import { has } from '#testing/programs.ts'
import { checkoutOf, versionBefore } from '#testing/released.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { startBeside } from '#testing/app.ts'
import { phone } from '#testing/visits.ts'

// Each replaces three programs, one after another; UPGRADE_SECONDS makes the load go on longer before and after.
afterAll(endPrograms)

const root = path.join(import.meta.dirname, '..')
const secret = 'the secret of all tests, long enough to be one'
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
  `code of ${from || 'the last release'} serves on the migrated database under load, until it is replaced (skipped without a release in the history)`,
  async () => {
    const postgres = await startTestPostgres({ transport: 'tcp' })
    closedLater(postgres.stop)
    const url = postgres.url('crels')
    const oldRoot = checkoutOf(from, inject('webDir'))
    await crelsAt(oldRoot, ['migrate'], url)
    expect(await upgrade(url, { oldRoot })).toEqual(nothingLost)
  },
)

/**
 * What is to be found after it, where no request failed: of the clicks and sales that were answered none is missing, and
 * every refund that a member was notified of is in the inbox.
 */
const nothingLost = { clicks: 'all there', sales: 'all there', refunds: 'all there' }

interface Upgrade {
  oldRoot: string
  /** Starts what is before the processes, at a port, knowing all ports that they will be at. */
  startProxy?: (port: number, behind: number[]) => Promise<HttpProxy>
  drainSec?: number
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
async function upgrade(
  url: string,
  { oldRoot, startProxy = startHttpProxy, drainSec = 1 }: Upgrade,
): Promise<object> {
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const proxy = await startProxy(await freePort(), ports)
  closedLater(proxy.close)
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: temporaryDataDir(),
    SECRET: secret,
    PUBLIC_ORIGIN: proxy.origin,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: 'false',
    DRAIN_SECONDS: String(drainSec),
    ALLOW_LOCAL_DESTINATIONS: 'true',
  }
  const serve = async (cwd: string) => {
    const PORT = String(ports.shift()!)
    const program = startProgram([process.execPath, 'server/http.ts'], { ...settings, PORT }, undefined, {
      cwd,
    })
    await program.saying('Crels is open at ')
    const origin = `http://127.0.0.1:${PORT}`
    proxy.add(origin)
    return { program, origin }
  }
  const work = async (cwd: string) => {
    const program = startProgram([process.execPath, 'server/worker.ts'], settings, undefined, { cwd })
    await program.saying('Crels works on its jobs')
    return program
  }
  // The long form replaces a worker too.
  const workIn = async (cwd: string) => (loadSeconds > 0 ? await work(cwd) : undefined)
  const [oldWorker, ...old] = await Promise.all([workIn(oldRoot), serve(oldRoot), serve(oldRoot)])
  await expect.poll(async () => (await fetch(`${proxy.origin}/healthz`)).status).toBe(200)
  // As the deployments call it: refused where one of the processes has to be stopped first.
  const migrated = await crelsAt(root, ['migrate', '--while-running'], url)
  expect(migrated.status, migrated.stderr).toBe(0)
  // What the load begins with is made by this code, so on its schema; `upgrade-promises` has load while it is migrated.
  const load = await startLoad(proxy.origin, url)
  await sleep(loadSeconds * 2_000)
  const retire = async ({ program, origin }: { program: Program; origin: string }) => {
    await ends(program)
    proxy.remove(origin)
  }
  const first = await serve(root)
  // A member hears of a refund by a process of this code, and asks one of the version before.
  await expect.poll(async () => (await refundsSaid(url)).written).toBeGreaterThan(0)
  const [second, worker] = await Promise.all([serve(root), workIn(root), retire(old[0]!)])
  await Promise.all([retire(old[1]!), oldWorker && ends(oldWorker)])
  await sleep(loadSeconds * 1_000 + 300)

  const { clicks, sales, calls, failures } = await load.end()
  const sent = await crelsAt(root, ['job', 'run', 'send-notifications'], url)
  expect(sent.status, sent.stderr).toBe(0)
  const refunds = await refundsSaid(url)
  for (const program of [first.program, second.program, worker]) if (program) await ends(program)
  expect(failures).toEqual([])
  expect(clicks.length).toBeGreaterThan(50)
  expect(calls).toBeGreaterThan(50)
  expect(sales.length).toBeGreaterThan(5)
  const { rows } = await query<{ clicks: number; sales: number }>(
    url,
    `select (select count(*) from click where id = any ($1))::int as clicks,
       (select count(*) from conversion where event_id = any ($2))::int as sales`,
    [clicks, sales],
  )
  const found = (there: number, answered: number) =>
    there === answered ? 'all there' : `${there} of ${answered}`
  return {
    clicks: found(rows[0]!.clicks, clicks.length),
    sales: found(rows[0]!.sales, sales.length),
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

async function ends(program: Program): Promise<void> {
  program.kill('SIGTERM')
  const { status, stderr } = await program.ended
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

/** Visitors, a member who reads, and a brand that reports each sale once and refunds another by the cent, until `end`. */
async function startLoad(origin: string, url: string) {
  const app = await startBeside({ databaseUrl: url }, { publicOrigin: origin, secret })
  const campaign = await createCampaign(app, { sale: { crels: 1 } })
  const key = await createBrandKey(app, campaign.brandId)
  const member = await createMember(app)
  const join = async (campaignId: string) => {
    const joined = await app.server.inject({
      method: 'POST',
      url: `/api/v1/campaigns/${campaignId}/enrolment`,
      headers: { ...member.headers, 'idempotency-key': `join-${campaignId}` },
      payload: { termsVersion: 1 },
    })
    return new URL(joined.json<{ link: { url: string } }>().link.url).pathname
  }
  const visited = await join(campaign.id)
  const refunded = await createCampaign(app, { brandId: campaign.brandId, sale: { crels: 5_000 } })
  const click = await app.server.inject({ url: await join(refunded.id), headers: { 'user-agent': phone } })
  const clickId = new URL(click.headers.location as string).searchParams.get('crels_click')!
  // Sooner it would be under review, and its refund take nothing from the member.
  await sleep(TOO_FAST_MS + 500)
  const sale = await app.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers: { authorization: `Bearer ${key}` },
    payload: { eventId: 'refunded', clickId, type: 'sale', amount: { currency: 'USD', minor: 5_000 } },
  })
  expect(sale.json()).toMatchObject({ status: 'accepted' })
  await app.close()
  const clicks: string[] = []
  const failures: string[] = []
  const sales: string[] = []
  let calls = 0
  const over = new AbortController()
  const ask = async (address: string, init: RequestInit, wanted: number): Promise<Response | undefined> => {
    try {
      const answer = await fetch(origin + address, { redirect: 'manual', ...init })
      if (answer.status === wanted) return answer
      failures.push(`${address}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    } catch (error) {
      failures.push(`${address}: ${String((error as Error).cause ?? error)}`)
    }
  }
  const visit = async (one: number) => {
    const headers = { 'user-agent': phone, 'x-forwarded-for': `203.0.113.${one % 250}` }
    const answer = await ask(visited, { headers }, 302)
    const click = answer && new URL(answer.headers.get('location')!).searchParams.get('crels_click')
    if (click) clicks.push(click)
    return click
  }
  const call = async (one: number) => {
    for (const path of ['/api/v1/wallet', '/api/v1/notifications'])
      if (await ask(path, { headers: member.headers }, 200)) calls += 1
    const clickId = one % 10 === 0 ? await visit(one) : undefined
    if (!clickId) return
    const eventId = `sale-${one}`
    const body = JSON.stringify({
      eventId,
      clickId,
      type: 'sale',
      amount: { currency: 'USD', minor: 5_000 },
    })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    if (await ask('/api/v1/conversions', { method: 'POST', headers, body }, 201)) sales.push(eventId)
    const refund = JSON.stringify({ refundId: `refund-${one}`, amount: { currency: 'USD', minor: 1 } })
    await ask('/api/v1/conversions/refunded/refund', { method: 'POST', headers, body: refund }, 200)
  }
  const repeat = async (work: (one: number) => Promise<unknown>) => {
    for (let one = 0; !over.signal.aborted; one += 1) {
      await work(one)
      await sleep(50)
    }
  }
  const running = Promise.all([repeat(visit), repeat(visit), repeat(call)])
  return {
    end: async () => {
      over.abort()
      await running
      return { clicks, sales, calls, failures }
    },
  }
}

async function crelsAt(cwd: string, args: string[], url: string) {
  const command = [process.execPath, 'server/cli.ts', ...args]
  const settings = { DATABASE_URL: url, DATA_DIR: temporaryDataDir(), SECRET: secret }
  return await startProgram(command, settings, undefined, { cwd }).ended
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client.query<Row>(text, values).finally(() => client.end())
}
