import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Insight, InsightCampaign } from '#contracts/operator-insight.schemas.ts'
import { RATE_CONVERSIONS } from '#rules/attribution.ts'
import { startTestApp } from '#testing/app.ts'
import { hasClickHouse, TestClickHouse } from '#testing/clickhouse.ts'
import { hasNats, TestNats } from '#testing/nats.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { erase, leave, settle } from './account-deletion.fixture.ts'
import {
  advanceClock,
  app,
  follow,
  joinStage,
  openApp,
  read,
  report,
  sale,
  stage,
} from './modules/conversions/conversions.fixture.ts'
import { newClickId } from './modules/clicks/click-id.ts'
import { ClickHouseConnection } from './modules/clicks/clickhouse/clickhouse-connection.ts'
import { newId } from './platform/ids.ts'

let nats: TestNats
let server: TestClickHouse
let clickHouse: ClickHouseConnection
let proxy: { port: number; close(): Promise<void> }
/** ClickHouse is asked and does not answer. */
let isSilent = false

describe.skipIf(!hasNats || !hasClickHouse)(
  'clicks that go through NATS into ClickHouse (skipped without nats-server and ClickHouse’s engine)',
  () => {
    openApp(async () => {
      ;[nats, server] = await Promise.all([TestNats.start(1), TestClickHouse.start()])
      clickHouse = new ClickHouseConnection(server.url)
      const { port } = new URL(server.url)
      proxy = await startTcpProxy({ to: () => ({ port: Number(port) }), answered: () => !isSilent })
      const clickHouseUrl = server.url.replace(`:${port}`, `:${proxy.port}`)
      const started = await startTestApp({
        clickPlaces: { clickHouseUrl, log: { urls: nats.urls, replicas: 1, days: 7 } },
      })
      await started.work()
      const close = async () => {
        await started.close()
        await clickHouse.close()
        await proxy.close()
        await Promise.all([nats.stop(), server.kill()])
      }
      return { ...started, close }
    })

    const clicksOf = async (linkId: string) => {
      const [row] = await clickHouse.rows<{ clicks: number; subs: number }>(
        `select count() as clicks, countIf(sub_id != '') as subs from click where link_id = '${linkId}'`,
      )
      return row!
    }

    test('are counted by campaign in Insight, those that do not count too', async () => {
      const { code, campaignId, linkId } = await stage()
      await follow(code)
      await follow(code)
      await follow(code, { 'user-agent': 'Googlebot/2.1' })
      await expect.poll(async () => await clicksOf(linkId)).toMatchObject({ clicks: 3 })
      await app.jobs.run('count-insight')
      const fay = await operatorBearer(app, 'finance')
      const { body } = await callOperator(app, fay, { path: '/insight/campaigns' })
      const row = body.items.find((one: InsightCampaign) => one.campaign.id === campaignId)
      expect(row).toMatchObject({ clicks: 2, refusedClicks: 1 })
      const all = (await callOperator(app, fay, { path: '/insight' })).body as Insight
      expect(all).toMatchObject({ statistics: { clicks: 2, refusedClicks: 1 }, activation: { clicked: 1 } })
    })

    test('are shown to their member, paid by a report, and lose their sub-ids with the account', async () => {
      const at = await stage()
      const { member, linkId } = at
      const clickId = await follow(`${at.code}?sub=story`)
      await follow(`${at.code}?sub=bio`)
      await expect.poll(async () => await clicksOf(linkId)).toEqual({ clicks: 2, subs: 2 })
      expect((await read(member, '/enrolments')).items[0].statistics).toMatchObject({ clicks: 2 })
      const bySub = await read(member, '/analytics/breakdown?by=sub&days=7')
      expect(bySub.items.map(({ key }: { key: string }) => key).toSorted()).toEqual(['bio', 'story'])
      await advanceClock('10 seconds')
      const { body } = await report(at.key, sale(clickId))
      expect(body).toMatchObject({ status: 'accepted', earning: { crels: 84 } })
      expect(await read(member, '/wallet')).toMatchObject({ pending: 84 })
      expect(await copiesOf(linkId)).toEqual([{ id: clickId, sub: 'story' }])

      expect((await leave(member)).statusCode).toBe(202)
      await settle()
      await erase()
      await expect.poll(async () => await clicksOf(linkId)).toEqual({ clicks: 2, subs: 0 })
      expect(await copiesOf(linkId)).toEqual([{ id: clickId, sub: null }])
    })

    async function copiesOf(linkId: string) {
      const { rows } = await sql`select id, sub_id as sub from click where link_id = ${linkId}`.execute(
        app.db,
      )
      return rows
    }

    test('are asked for before a report begins, so that no lock waits for ClickHouse', async () => {
      const at = await stage()
      const clickId = await follow(at.code)
      await expect.poll(async () => (await clicksOf(at.linkId)).clicks).toBe(1)
      await advanceClock('10 seconds')
      // From here on it matters how many clicks were behind the link's last conversions.
      for (let before = 1; before < RATE_CONVERSIONS; before += 1)
        expect((await report(at.key, sale(clickId))).status).toBe(201)
      const sent = sale(clickId)
      isSilent = true
      try {
        const answer = report(at.key, sent)
        await delay(1_000)
        expect(await openTransactions()).toEqual([])
        expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      } finally {
        isSilent = false
      }
      const { body } = await report(at.key, sent)
      expect(body).toMatchObject({ status: 'under_review' })
      expect((await report(at.key, sent)).body).toEqual(body)
    })

    test('are reported again where the log is away that they go through', async () => {
      const at = await stage()
      await nats.kill(0)
      const sent = sale(await follow(at.code))
      try {
        expect(await report(at.key, sent)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      } finally {
        await nats.start(0)
      }
      await expect.poll(async () => (await report(at.key, sent)).status).toBe(201)
    })

    test('are waited for by reports for as long as they wait themselves, after a ClickHouse that was away', async () => {
      const at = await stage()
      const holder = await app.db.startTransaction().execute()
      // No worker begins a batch.
      await sql`lock table click_batch in exclusive mode`.execute(holder)
      let sent: ReturnType<typeof sale>
      try {
        const clickId = await follow(at.code)
        await advanceClock('2 hours')
        sent = sale(clickId)
        expect(await report(at.key, sent)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        const nowhere = sale(newClickId(app.clock.now().getTime() - 3 * 3_600_000))
        expect((await report(at.key, nowhere)).body).toMatchObject({
          status: 'rejected',
          reason: 'click_unknown',
        })
      } finally {
        await holder.rollback().execute()
      }
      await expect.poll(async () => (await report(at.key, sent)).status, { timeout: 10_000 }).toBe(201)
    })

    async function openTransactions(): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: app.databaseUrl })
      await client.connect()
      const { rows } = await client.query(
        `select query from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction' and application_name <> 'crels clicks'`,
      )
      await client.end()
      return rows
    }

    test('are not asked for where a link is made: it has none', async () => {
      const { campaignId } = await stage()
      isSilent = true
      const joined = await joinStage(campaignId).finally(() => (isSilent = false))
      expect(await clicksOf(joined.linkId)).toMatchObject({ clicks: 0 })
    })
  },
)

test('does not start without ClickHouse where clicks are in one: their reports would be of unknown clicks', async () => {
  const app = await startTestApp()
  await sql`insert into click_batch (id, parts, stored_at)
    values (${newId('clickBatch')}, '[{"key": "one", "sequence": null}]', now())`.execute(app.db)
  await expect(app.clicks.start()).rejects.toThrow('set CLICKHOUSE_URL')
  await app.close()
})
