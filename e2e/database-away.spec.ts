import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { createApp, type App } from '#server/app.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { linksAreHeard } from '#testing/links.ts'
import { migrate } from '#server/platform/migrate.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import { freePort } from '#testing/free-port.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { startStoppablePostgres, type StoppablePostgres } from '#testing/stoppable-postgres.ts'

/**
 * How long each outage lasts; a frozen database is noticed after 3 to 4 s, one that was shut down at once.
 * `OUTAGE_SECONDS=60 npx vitest run e2e/database-away.spec.ts` is the long form.
 */
const secondsOf = (kind: 'frozen' | 'shut down') =>
  Number(process.env.OUTAGE_SECONDS ?? (kind === 'frozen' ? 6 : 3))

const visitor = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

let postgres: StoppablePostgres
let app: App
let origin: string
let member: TestMember
const lines: { level: number; msg: string }[] = []
const unhandled: unknown[] = []
const rememberRejection = (error: unknown) => void unhandled.push(error)

beforeAll(async () => {
  postgres = await startStoppablePostgres()
  await migrate(postgres.url)
  const port = await freePort()
  origin = `http://localhost:${port}`
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const config = testConfig(postgres.url, { host: '127.0.0.1', port, publicOrigin: origin, logLevel: 'warn' })
  app = await createApp(config, log, { webDir: inject('webDir') })
  await app.jobs.install()
  await app.listen()
  await app.work()
  member = await createMember(app)
  process.on('unhandledRejection', rememberRejection)
})
afterAll(async () => {
  await app.close()
  await postgres.remove()
  process.off('unhandledRejection', rememberRejection)
})

interface Answer {
  url: string
  status: number
  type: string
  retryAfter: string | null
  code?: string
  clickId?: string
  /** Since the outage began. */
  askedAtMs: number
  answeredAtMs: number
}

/** Asks for something again and again until stopped; a request without an answer fails the test. */
function asker(startedAt: number, url: string, init: RequestInit = {}) {
  const answers: Answer[] = []
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const askedAtMs = performance.now() - startedAt
      const response = await fetch(origin + url, { redirect: 'manual', ...init })
      const type = response.headers.get('content-type') ?? ''
      const text = await response.text()
      answers.push({
        url,
        status: response.status,
        type,
        retryAfter: response.headers.get('retry-after'),
        code: type.includes('problem+json') ? JSON.parse(text).code : undefined,
        clickId: /crels_click=(clk_[0-9a-f]{32})/.exec(response.headers.get('location') ?? '')?.[1],
        askedAtMs,
        answeredAtMs: performance.now() - startedAt,
      })
      await delay(40)
    }
  })()
  return {
    answers,
    stop: async () => {
      stopping.abort()
      await asking
    },
  }
}

type Asker = ReturnType<typeof asker>

const outages = {
  frozen: { begin: async () => postgres.freeze(), end: async () => postgres.thaw() },
  'shut down': { begin: async () => await postgres.crash(), end: async () => await postgres.start() },
}
const headers = { 'user-agent': visitor }

/** A member joins a campaign, and tries again with the same key as long as the answer says so. */
async function join(campaignId: string): Promise<{ status: number; code: string; linkId: string }> {
  for (;;) {
    const response = await fetch(`${origin}/api/v1/campaigns/${campaignId}/enrolment`, {
      method: 'POST',
      headers: { ...member.headers, 'idempotency-key': `join-${campaignId}` },
    })
    const { link } = await response.json()
    if (response.status !== 503) return { status: response.status, code: link.code, linkId: link.id }
    expect(response.headers.has('retry-after')).toBe(true)
    await delay(1000)
  }
}

/** Everything people and brands ask for, all the time. */
function everybody(startedAt: number, kind: string, code: string, campaignId: string, brandKey: string) {
  const ask = (url: string, init?: RequestInit) => asker(startedAt, url, init)
  const post = (url: string, body: object, more: object = {}) =>
    ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
  const bearer = { authorization: `Bearer ${brandKey}` }
  const report = { eventId: `e-${kind}`, clickId: `clk_${'0'.repeat(32)}`, type: 'lead' }
  return {
    clicks: ask(`/s/${code}`, { headers }),
    wallet: ask('/api/v1/wallet', { headers: member.headers }),
    campaigns: ask('/api/v1/campaigns', { headers: member.headers }),
    signIn: post('/identity/sign-in', { email: member.email, password: member.password }),
    report: post('/api/v1/conversions', report, bearer),
    ready: ask('/readyz'),
    alive: ask('/healthz'),
    shell: ask(paths.campaigns),
    campaignPage: ask(`/campaigns/${campaignId}`),
  }
}

const askedSince = (ms: number, { answers }: Asker) => answers.filter(({ askedAtMs }) => askedAtMs > ms)
/** What is asked this short before the end may be answered after it. */
const marginMs = 2000
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))]

describe.each(['frozen', 'shut down'] as const)('while the database is %s', (kind) => {
  const outageMs = 1000 * secondsOf(kind)

  test(
    'nothing hangs, nothing is lost, and it comes back by itself',
    { timeout: 120_000 + 2 * outageMs },
    async () => {
      const [campaign, other] = [await createCampaign(app), await createCampaign(app)]
      const { code, linkId } = await join(campaign.id)
      const brandKey = await createBrandKey(app, campaign.brandId)
      await linksAreHeard(app)
      await fetch(`${origin}/s/${code}`, { headers, redirect: 'manual' })
      const logged = lines.length

      const startedAt = performance.now()
      const asked = everybody(startedAt, kind, code, other.id, brandKey)
      const all = Object.values(asked)
      try {
        await outages[kind].begin()
        await delay(200)
        const joining = join(other.id)
        await delay(outageMs)
        const refused = [asked.wallet, asked.campaigns, asked.signIn, asked.report]
        // On a busy machine it lasts until each has asked often enough.
        const fewest = () => Math.min(...refused.map((one) => askedSince(500, one).length))
        await expect.poll(fewest).toBeGreaterThan(5)
        await delay(marginMs)
        const endedAtMs = performance.now() - startedAt
        await outages[kind].end()
        expect((await joining).status).toBe(201)
        const during = (one: Asker) =>
          askedSince(500, one).filter(({ askedAtMs }) => askedAtMs < endedAtMs - marginMs)
        expectRefused(refused.map(during), endedAtMs)
        expect(statuses(during(asked.ready))).toEqual([503])
        expect(statuses(during(asked.campaignPage))).toEqual([503])
        expect(statuses(during(asked.shell))).toEqual([200])
        await expectRecovered([asked.wallet, asked.campaigns, asked.signIn, asked.ready, asked.campaignPage])
      } finally {
        await Promise.all(all.map(async ({ stop }) => await stop()))
      }
      expect(statuses(asked.alive.answers)).toEqual([200])
      expect(asked.campaignPage.answers.every(({ type }) => type.startsWith('text/html'))).toBe(true)
      expect(statuses(all.flatMap(({ answers }) => answers))).not.toContain(500)

      expect(statuses(asked.clicks.answers)).toEqual([302])
      await expectLoaded(asked.clicks.answers)
      await expectHeard(linkId, code)
      const { rows } = await sql`select from enrolment where campaign_id = ${other.id}`.execute(app.db)
      expect(rows.length).toBe(1)
      expect((await reconcile(app.db)).clean).toBe(true)
      expect(unhandled).toEqual([])
      const said = lines.slice(logged).map(({ msg }) => msg)
      expect(said.filter((line) => line.startsWith('The database is away'))).toHaveLength(1)
      expect(said.filter((line) => line.startsWith('The database is back'))).toHaveLength(1)
      // How long a refusal takes to be repeated is the machine's affair: no line comes with each one.
      const perMinute = 6 * Math.ceil((performance.now() - startedAt) / 60_000)
      for (const line of new Set(said))
        expect(said.filter((other) => other === line).length, line).toBeLessThanOrEqual(perMinute)
    },
  )
})

/** Each answer asked for a retry, and came during the outage. */
function expectRefused(asked: Answer[][], endedAtMs: number) {
  for (const answers of asked) {
    expect(answers.length).toBeGreaterThan(5)
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '5' })
      expect(answer.answeredAtMs).toBeLessThan(endedAtMs)
    }
  }
}

/** By itself: what people ask for, and what waits in the queue. */
async function expectRecovered(asked: Asker[]) {
  for (const { answers } of asked) await expect.poll(() => answers.at(-1)!.status).toBe(200)
  await app.db.transaction().execute(async (tx) => await app.jobs.add(tx, 'reconcile', {}))
  const newest = async () =>
    await sql<{ state: string }>`
      select state from pgboss.job where name = 'reconcile' order by created_on desc limit 1`.execute(app.db)
  await expect.poll(async () => (await newest()).rows).toEqual([{ state: 'completed' }])
}

/** Every visit that was redirected is in the database. */
async function expectLoaded(answers: Answer[]) {
  await app.clicks.flush()
  const ids = answers.map(({ clickId }) => clickId!)
  const { rows } = await sql`select from click where id = any(${ids})`.execute(app.db)
  expect(rows.length).toBe(ids.length)
}

/** A change is heard of again by NOTIFY: without, the link would serve for a minute. */
async function expectHeard(linkId: string, code: string) {
  await sql`update link set state = 'disabled' where id = ${linkId}`.execute(app.db)
  const visit = async () => (await fetch(`${origin}/s/${code}`, { headers, redirect: 'manual' })).status
  await expect.poll(visit).toBe(410)
}
