import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { pgbouncer, startPooler, type Pooler } from '#testing/pooler.ts'
import { startTestPostgres } from '#testing/postgres.ts'
import {
  closedLater,
  endPrograms,
  startSite,
  temporaryDataDir,
  type StartedSite,
} from '#testing/processes.ts'

// Both on one database: the second start has nothing to migrate.
let direct: string
const dataDir = temporaryDataDir()
afterAll(endPrograms)

/** Starts the site behind a pooler, which `settings` may name a way past. */
async function startBehind(pooler: Pooler, settings: Record<string, string> = {}): Promise<StartedSite> {
  const own = { DATABASE_URL: pooler.url, DATA_DIR: dataDir, DEMO_DATA: 'false', RATE_LIMIT: 'false' }
  return await startSite({ ...own, ...settings })
}

const post = async ({ origin }: StartedSite, path: string, body: object) =>
  await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  })
/** A newcomer signs up, of whom nothing is there yet. */
const signUp = async (site: StartedSite) =>
  await post(site, '/identity/sign-up', {
    email: `ada-${randomUUID()}@example.com`,
    password: 'correct horse battery',
  })

/** The status in the end: on a busy machine one may wait too long for a connection, and comes again as it is told. */
async function signUpWithPatience(site: StartedSite): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { status, headers } = await signUp(site)
    if (status !== 503 || tries === 4) return status
    await sleep(Number(headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** The connections that the site's pools have at the server, by role and name. */
async function connections(): Promise<{ role: string; name: string }[]> {
  const owner = new pg.Client({ connectionString: direct })
  await owner.connect()
  const { rows } = await owner.query<{ role: string; name: string }>(
    `select regexp_replace(usename, '_[0-9a-f]{8}$', '') as role, application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename ~ '_[0-9a-f]{8}$'`,
  )
  await owner.end()
  return rows
}

async function endsQuietly(site: StartedSite): Promise<void> {
  site.kill('SIGTERM')
  const { status, stdout, stderr } = await site.ended
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).not.toContain('role')
}

test.skipIf(!pgbouncer)(
  'behind PgBouncer in session mode it starts, serves, and its pools log in as their roles (skipped without pgbouncer)',
  async () => {
    const postgres = await startTestPostgres({ transport: 'tcp' })
    closedLater(postgres.stop)
    direct = postgres.url('crels')
    const pooler = await startPooler(direct, 'session')
    const site = await startBehind(pooler)
    const signedUp = await signUp(site)
    expect(signedUp.status, await signedUp.text()).toBe(201)
    expect((await fetch(`${site.origin}/api/v1/campaigns`)).status).toBeLessThan(500)
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
    const found = await connections()
    const roles = found.map(({ role }) => role)
    expect(roles).toEqual(expect.arrayContaining(['crels_app', 'crels_identity', 'crels_jobs']))
    expect(found.filter(({ role, name }) => role === 'crels_app' && name === 'crels listener')).toHaveLength(
      1,
    )
    await endsQuietly(site)
    await pooler.kill()
  },
)

test.skipIf(!pgbouncer)(
  'behind PgBouncer in transaction mode few connections serve many requests, and it may go and come back (skipped without pgbouncer)',
  async () => {
    const pooler = await startPooler(direct, 'transaction')
    const site = await startBehind(pooler, { DATABASE_DIRECT_URL: direct })
    // More at once than the pooler has connections.
    const many = await Promise.all(Array.from({ length: 8 }, async () => await signUpWithPatience(site)))
    expect(many).toEqual(many.map(() => 201))
    expect((await fetch(`${site.origin}/api/v1/campaigns`)).status).toBeLessThan(500)
    const found = await connections()
    const pooled = found.filter(({ role, name }) => role !== 'crels_lists' && name !== 'crels listener')
    expect(pooled.length).toBeGreaterThan(0)
    expect(pooled.length).toBeLessThanOrEqual(9)
    expect(found.filter(({ name }) => name === 'crels listener')).toHaveLength(1)

    await pooler.kill()
    const refused = await signUp(site)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
    await pooler.start()
    await expect.poll(async () => await signUpWithPatience(site)).toBe(201)
    await endsQuietly(site)
  },
)

test.skipIf(!pgbouncer)(
  'a start while PgBouncer is away waits for it, and goes through it; only one that refuses its roles is gone past (skipped without pgbouncer)',
  async () => {
    const pooler = await startPooler(direct, 'transaction')
    await pooler.kill()
    const starting = startBehind(pooler, { DATABASE_DIRECT_URL: direct })
    // Its own start takes some seconds; then it is asked for ten.
    await sleep(6_000)
    await pooler.start()
    const site = await starting
    expect(await signUpWithPatience(site)).toBe(201)
    // Nothing was said of a role.
    await endsQuietly(site)
    await pooler.kill()

    const stranger = await startPooler(direct, 'transaction', { knowsOwner: true })
    const past = await startBehind(stranger, { DATABASE_DIRECT_URL: direct })
    expect(past.stdout()).toContain('The pooler of DATABASE_URL does not let roles of Crels log in')
    expect(await signUpWithPatience(past)).toBe(201)
    past.kill('SIGTERM')
    await past.ended
    await stranger.kill()
  },
)
