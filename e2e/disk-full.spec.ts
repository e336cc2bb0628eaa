import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, inject, test } from 'vitest'
import { createApp, type App } from '#server/app.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { migrate } from '#server/platform/migrate.ts'
import { startTestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#testing/small-disk.ts'
import { startStoppablePostgres } from '#testing/stoppable-postgres.ts'

const whyNot = whyNoSmallDisk()
const where = whyNot ? ` (not here: ${whyNot})` : ''
const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0' }

/** What was opened, the last first. */
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function joinCampaign(app: Pick<App, 'server'>, member: TestMember, campaignId: string) {
  return await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: { ...member.headers, 'idempotency-key': campaignId },
  })
}

test.skipIf(whyNot)(
  `the click spool’s disk is full: clicks go to the database, and no file is left${where}`,
  async () => {
    const disk = mountSmallDisk(1)
    undo.push(disk.remove)
    const app = await startTestApp({ dataDir: disk.dir }, { directClickWaitMs: 30_000 })
    undo.push(async () => await app.close().catch(() => {}))
    await app.server.ready()
    const [member, campaign] = [await createMember(app), await createCampaign(app)]
    const { code } = (await joinCampaign(app, member, campaign.id)).json().link
    const redirected: string[] = []
    const visit = async () => {
      const { statusCode, headers: answer } = await app.server.inject({ url: `/s/${code}`, headers })
      expect(statusCode).toBe(302)
      redirected.push(/clk_[0-9a-f]{32}/.exec(String(answer.location))![0])
      return statusCode
    }
    const files = () => readdirSync(join(disk.dir, 'clicks')).filter((name) => !name.endsWith('.lock'))
    expect(await visit()).toBe(302)
    await app.clicks.flush()
    // A page is left: some clicks still fit, and the one that does not is cut in its middle.
    disk.fill(4096)
    for (let i = 0; i < 200; i++) await visit()
    expect(app.clicks.counts().direct).toBeGreaterThan(0)
    expect(app.clicks.counts().lost).toBe(0)
    disk.fill()
    // In service all the while: where all processes share the disk, refusing would stop every link.
    const readiness = async () => {
      const answer = await app.server.inject('/readyz')
      const { status, warnings = [] } = answer.json()
      return [answer.statusCode, status, ...warnings.map(({ check }: { check: string }) => check)]
    }
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, 'ready', 'click_folder', 'disk'])
    for (let i = 0; i < 20; i++) await visit()
    expect(app.clicks.counts().lost).toBe(0)
    await app.clicks.flush()
    expect(files()).toEqual([])
    disk.free()
    // The disk itself is a small one.
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, 'ready', 'disk'])
    // The folder takes them again: a visit that goes past it counts as one.
    const wentBeside = async () => {
      const { direct } = app.clicks.counts()
      await visit()
      return app.clicks.counts().direct - direct
    }
    await expect.poll(wentBeside).toBe(0)
    await app.clicks.flush()
    const { rows } = await sql<{ id: string }>`select id from click order by id`.execute(app.db)
    expect(rows.map(({ id }) => id)).toEqual(redirected.sort())
  },
)

test.skipIf(whyNot)(
  `the database’s disk is full: 503, and nothing acknowledged is missing once there is space${where}`,
  { timeout: 90_000 },
  async () => {
    const disk = mountSmallDisk(160)
    undo.push(disk.remove)
    const postgres = await startStoppablePostgres(disk.dir)
    undo.push(postgres.remove)
    await migrate(postgres.url)
    const app = await createApp(testConfig(postgres.url), pino({ level: 'silent' }), {
      webDir: inject('webDir'),
    })
    undo.push(app.close)
    await app.jobs.install()
    await app.server.ready()
    const member = await createMember(app)
    const campaigns = await Promise.all(Array.from({ length: 24 }, async () => await createCampaign(app)))
    const acknowledged: string[] = []
    const joinNext = async () => {
      const { id } = campaigns[acknowledged.length]!
      const response = await joinCampaign(app, member, id)
      if (response.statusCode === 201) acknowledged.push(id)
      return response.statusCode
    }
    expect(await joinNext()).toBe(201)

    disk.fill()
    // What the server has reserved goes first; this needs more than that.
    const reserve = async () =>
      await sql`insert into idempotency_key (actor, key, request_hash, status)
        select 'filler', gen_random_uuid()::text || repeat(n::text, 20), 'x', 200
        from generate_series(1, 200000) n`.execute(app.db)
    await expect(reserve()).rejects.toThrow()
    const seen = new Set<number>()
    for (let i = 0; i < 20; i++) seen.add(await joinNext())
    expect([...seen].filter((status) => status !== 201 && status !== 503)).toEqual([])

    disk.free()
    // Where it ended over its log, its supervisor starts it again.
    if (!postgres.isRunning()) await postgres.start()
    const deadline = Date.now() + 20_000
    while ((await joinNext()) !== 201 && Date.now() < deadline) await delay(200)
    const { rows } = await sql<{ campaign_id: string }>`
      select campaign_id from enrolment order by campaign_id`.execute(app.db)
    expect(rows.map((row) => row.campaign_id)).toEqual(acknowledged.sort())
    expect(acknowledged.length).toBeGreaterThan(1)
    expect((await reconcile(app.db)).clean).toBe(true)
  },
)
