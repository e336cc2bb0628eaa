import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLICK_REASONS, type ClickReason } from '#rules/click-verdict.ts'
import type { Clock } from '#server/platform/clock.ts'
import { hasClickHouse } from '#testing/clickhouse.ts'
import { someId } from '#testing/links.ts'
import { newClickId } from './click-id.ts'
import { clickLine, type SpooledClick } from './click-line.ts'
import {
  campaignClicks,
  clickCounts,
  clickCountsOf,
  countableClicksSince,
  findClick,
  firstClick,
  missingClicks,
  originsOfClicks,
} from './click-queries.ts'
import { enrolmentClicks } from './enrolment-clicks.ts'
import { lastHumanClick, lastHumanClicks } from './human-clicks.ts'
import { clicksByLink, clicksByOrigin, clicksByPart, countAllClicks } from './click-statistics.ts'
import { segmentOf } from './click-sink.ts'
import {
  lineOf,
  linkRow,
  noon,
  quarterMs,
  removeDir,
  silent,
  someClick,
  stores,
  withNewId,
  writeSegment,
  copyOf,
  dir,
  type Site,
} from './click-stores.fixture.ts'
import { columnStoreOf } from './column-store.ts'
import { clickExport } from './export-clicks.ts'
import { dropOldClicks } from './jobs.ts'
import { linkVisits } from './link-visits.ts'
import { ClickLoader } from './load-clicks.ts'
import { clickErasure } from './module.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { visitsByCampaign } from './visits-by-campaign.ts'

afterAll(removeDir)

for (const [name, open] of Object.entries(stores)) {
  const needs = name === 'ClickHouse' ? ' (skipped without its engine)' : ''
  describe.skipIf(needs !== '' && !hasClickHouse)(`clicks in ${name}${needs}`, () => {
    let site: Site
    let loaders: ClickLoader[]
    beforeAll(async () => {
      site = await open()
      loaders = site.sinks.map((sink) => new ClickLoader(sink, silent))
    })
    afterAll(async () => await site.close())

    const load = async (lines: string[], loader = loaders[0]!) => await loader.load([writeSegment(lines)])
    const count = async (linkId: string) => (await clickCounts(site.database.db, [linkId])).get(linkId)

    test('has a segment once by its key, however often and by however many it comes', async () => {
      const linkId = someId('lnk')
      const lines = [null, ...CLICK_REASONS].map((reason) => lineOf({ linkId, reason }))
      const segments = Array.from({ length: 3 }, () => writeSegment(lines.map((line) => withNewId(line))))
      const again = segments.map(copyOf)
      const other = segments.map(copyOf).toReversed()
      await Promise.all([loaders[0]!.load(segments), loaders[1]!.load(other)])
      expect(await count(linkId)).toEqual({ clicks: 3 * lines.length, countable: 3 })
      await loaders[1]!.load([again[1]!, writeSegment([lineOf({ linkId })]), again[0]!])
      expect(await count(linkId)).toEqual({ clicks: 3 * lines.length + 1, countable: 4 })
      expect(loaders[0]!.loaded + loaders[1]!.loaded).toBe(3 * lines.length + 1)
    })

    test('has a segment once that is given twice at once, as a log does that is away for a moment', async () => {
      const linkId = someId('lnk')
      const [one, other] = [2, 1].map((clicks) =>
        segmentOf(someId('key'), Array.from({ length: clicks }, () => lineOf({ linkId })).join('')),
      )
      expect(await site.sinks[0]!.store([one!, other!, { ...one! }], async () => null)).toBe(3)
      expect(await count(linkId)).toEqual({ clicks: 3, countable: 3 })
    })

    test('says of clicks what they were, and keeps what is reported', async () => {
      const db = site.database.db
      const { linkId, uid, enrolmentId, campaignId } = await linkRow(db)
      const click = {
        ...someClick(linkId, noon),
        country: 'NO',
        referrerHost: 'site-1.example',
        subId: 'story',
      }
      const bot = someClick(linkId, noon + 1_000, 'bot')
      const repeat = { ...someClick(linkId, noon + 2_000, 'repeat'), visitor: click.visitor }
      await load([click, bot, repeat].map(clickLine))
      const nowhere = newClickId(noon)
      expect(await missingClicks(db, [click.clickId, nowhere, bot.clickId])).toEqual([nowhere])
      const { clickId, visitor, device, referrerHost, subId, country } = click
      const found = {
        clickId,
        linkId,
        visitor,
        device,
        referrerHost,
        subId,
        country,
        reason: null,
        countable: true,
      }
      const whose = { ownerUid: uid, enrolmentId, campaignId, at: new Date(noon) }
      expect(await findClick(db, clickId)).toEqual({ ...found, ...whose })
      expect(await findClick(db, repeat.clickId)).toMatchObject({ reason: 'repeat', countable: false })
      expect(await findClick(db, nowhere)).toBeNull()
      const asked = [repeat.clickId, nowhere, clickId].map((id) => ({
        clickId: id,
        at: new Date(Number.parseInt(id.slice(4, 16), 16)),
      }))
      expect(await originsOfClicks(db, asked)).toMatchObject([
        { linkId },
        { linkId: null },
        { linkId, subId: 'story' },
      ])
      const span = { after: new Date(noon - dayMs), until: new Date(noon + 1_999) }
      expect(await lastHumanClick(db, enrolmentId, span)).toBe(clickId)
      expect(await lastHumanClick(db, enrolmentId, { ...span, until: new Date(noon + dayMs) })).toBe(
        repeat.clickId,
      )
      expect(
        await lastHumanClick(db, enrolmentId, { after: new Date(noon + 1), until: new Date(noon + 1_999) }),
      ).toBeUndefined()
      const all = { ...span, until: new Date(noon + dayMs) }
      expect(await lastHumanClicks(db, enrolmentId, { ...all, limit: 5 })).toMatchObject([
        { clickId: repeat.clickId, reason: 'repeat', at: new Date(noon + 2_000) },
        { clickId, reason: null, country, device, referrerHost },
      ])
      expect(await lastHumanClicks(db, enrolmentId, { ...all, limit: 1 })).toHaveLength(1)
      expect(await firstClick(db, uid, { butOf: [] })).toEqual({
        at: new Date(noon),
        country: 'NO',
        campaignId,
      })
      expect(await firstClick(db, uid, { butOf: [click.visitor] })).toBeUndefined()
      const visits = await linkVisits(db, {
        linkId,
        since: new Date(noon - quarterMs),
        limit: 5,
        headers: {},
      })
      expect(visits).toMatchObject({ clicks: 1, uniques: 1, lastCountedAt: new Date(noon) })
      expect(visits.uncounted).toEqual([
        { reason: 'bot', clicks: 1 },
        { reason: 'repeat', clicks: 1 },
      ])
      expect(visits.recent.map(({ id, reason }) => [id, reason])).toEqual([
        [repeat.clickId, 'repeat'],
        [bot.clickId, 'bot'],
      ])
      const { rows } = await sql<{
        id: string
      }>`select id from click where link_id = ${linkId} order by id`.execute(db)
      // Where the clicks are in columns, those that were asked for by reports.
      expect(rows.map(({ id }) => id)).toEqual(
        (name === 'PostgreSQL' ? [click, bot, repeat] : [click, bot]).map((one) => one.clickId).toSorted(),
      )
    })

    test('of a link that is an enrolment’s since a moment, clicks of before are nobody’s', async () => {
      const db = site.database.db
      const { linkId, enrolmentId, uid } = await linkRow(db, { kind: 'share', paysClicks: true })
      const tracking = await linkRow(db, { enrolmentId, uid })
      const enrolledAt = noon + quarterMs + 1_000
      await sql`update link set enrolled_at = ${new Date(enrolledAt)} where id = ${linkId}`.execute(db)
      const [long, before, after] = [noon, enrolledAt - 500, enrolledAt + 500].map((at) =>
        someClick(linkId, at),
      )
      const own = someClick(tracking.linkId, noon)
      await load([long!, before!, after!, own].map(clickLine))
      const ids = [long!, before!, after!, own].map(({ clickId }) => clickId)
      expect(await missingClicks(db, ids)).toEqual([])
      const found = await Promise.all(ids.map(async (id) => (await findClick(db, id))!.enrolmentId))
      expect(found).toEqual([null, null, enrolmentId, enrolmentId])
      const { rows } = await sql`
        select click_id as "clickId" from payable_click where enrolment_id = ${enrolmentId}`.execute(db)
      expect(rows).toEqual([{ clickId: after!.clickId }])
      const span = { after: new Date(noon - dayMs), until: new Date(noon + dayMs), limit: 5 }
      const human = await lastHumanClicks(db, enrolmentId, span)
      expect(human.map(({ clickId }) => clickId)).toEqual([after!.clickId, own.clickId])
      // To the quarter of an hour.
      expect(await enrolmentClicks(db, [enrolmentId])).toEqual(
        new Map([[enrolmentId, { clicks: 3, countable: 3 }]]),
      )
    })

    test('an enrolment counts as clicked since its link is its own, to the quarter of an hour', async () => {
      const db = site.database.db
      const { linkId, enrolmentId, campaignId } = await linkRow(db, { kind: 'share' })
      await sql`
        update link set enrolled_at = ${new Date(noon + quarterMs + 1_000)} where id = ${linkId}`.execute(db)
      const seen = async () => {
        const span = { from: new Date(noon), until: new Date(noon + 2 * quarterMs) }
        const { rows, enrolmentIds } = await visitsByCampaign(db, span)
        const clicks = rows.filter((row) => row.campaignId === campaignId).map((row) => row.clicks)
        return { clicks, hasClicked: enrolmentIds.includes(enrolmentId) }
      }
      await load([clickLine(someClick(linkId, noon + 500))])
      expect(await seen()).toEqual({ clicks: [1], hasClicked: false })
      await load([clickLine(someClick(linkId, noon + quarterMs + 500))])
      expect(await seen()).toMatchObject({ hasClicked: true })
    })

    test('figures are the clicks, to one, in any parts of time, by link, campaign and origin', async () => {
      const db = site.database.db
      const before = await countAllClicks(db)
      const links = [await linkRow(db)]
      const { uid, enrolmentId, campaignId } = links[0]!
      links.push(await linkRow(db, { uid }))
      const came = fc
        .sample(arbitraryVisits, { numRuns: 1, seed: 7 })[0]!
        .toSorted((a, b) => a.quarter - b.quarter)
      const clicks = came.map(({ quarter, visitor, reason, link }) => ({
        ...someClick(links[link]!.linkId, noon + quarter * quarterMs + 1_000, reason),
        visitor: visitor.toString(16).padStart(32, '0'),
        ...originOf(visitor),
      }))
      const size = Math.ceil(clicks.length / 4)
      for (let at = 0; at < clicks.length; at += size)
        await load(clicks.slice(at, at + size).map(clickLine), loaders[(at / size) % 2])
      const countable = clicks.filter(({ reason }) => reason === null)
      const firsts = new Map<string, SpooledClick>()
      for (const click of countable) {
        const key = `${click.linkId} ${click.visitor} ${Math.floor(timeOf(click) / dayMs)}`
        if (!firsts.has(key)) firsts.set(key, click)
      }
      const uniques = new Set([...firsts.values()].map(({ clickId }) => clickId))
      const starts = [-8, -3, 0, 5, 48].map((quarter) => new Date(noon + quarter * quarterMs))
      const parts = { starts, until: new Date(noon + 100 * quarterMs) }
      const partOf = (click: SpooledClick) =>
        starts.findLastIndex((start) => start.getTime() <= timeOf(click))
      const sums = (keyOf: (click: SpooledClick) => string | number | null) => {
        const found = new Map<string, { clicks: number; uniques: number }>()
        for (const click of countable) {
          const key = keyOf(click)
          if (key === null || partOf(click) < 0) continue
          const sum = found.get(String(key)) ?? { clicks: 0, uniques: 0 }
          found.set(String(key), {
            clicks: sum.clicks + 1,
            uniques: sum.uniques + (uniques.has(click.clickId) ? 1 : 0),
          })
        }
        return found
      }
      const keyed = (rows: { key: string | null; part: number; clicks: number; uniques: number }[]) =>
        new Map(rows.map(({ key, part, ...sum }) => [`${part} ${key}`, sum]))

      expect(strings(await clicksByPart(db, { uid }, parts))).toEqual(sums(partOf))
      const byLink = keyed(await clicksByLink(db, { uid }, parts, 'link'))
      expect(byLink).toEqual(sums((click) => `${partOf(click)} ${click.linkId}`))
      const campaignOf = new Map(links.map((link) => [link.linkId, link.campaignId]))
      expect(keyed(await clicksByLink(db, { uid }, parts, 'campaign'))).toEqual(
        sums((click) => `${partOf(click)} ${campaignOf.get(click.linkId)}`),
      )
      for (const [dimension, column] of [
        ['country', 'country'],
        ['device', 'device'],
        ['referrer', 'referrerHost'],
        ['sub', 'subId'],
      ] as const)
        expect(keyed(await clicksByOrigin(db, { uid }, parts, dimension))).toEqual(
          sums((click) => click[column] && `${partOf(click)} ${click[column]}`),
        )
      expect(await countAllClicks(db)).toBe(before + countable.length)
      expect(await clickCountsOf(db, [uid])).toEqual(new Map([[uid, countable.length]]))
      const ofFirst = clicks.filter(({ linkId }) => linkId === links[0]!.linkId)
      expect(await enrolmentClicks(db, [enrolmentId])).toEqual(
        new Map([
          [enrolmentId, { clicks: ofFirst.length, countable: ofFirst.filter((one) => !one.reason).length }],
        ]),
      )
      const since = new Date(noon + quarterMs + 5)
      expect(await countableClicksSince(db, links[0]!.linkId, since)).toBe(
        ofFirst.filter(
          (click) =>
            !click.reason && Math.floor(timeOf(click) / quarterMs) * quarterMs > since.getTime() - quarterMs,
        ).length,
      )
      const now = new Date(noon + 40 * quarterMs)
      const days = await campaignClicks(db, [campaignId], 2, now)
      const expected = new Map<number, number>()
      for (const click of ofFirst) {
        const ageMs = now.getTime() - Math.floor(timeOf(click) / quarterMs) * quarterMs
        if (click.reason || ageMs < 0 || ageMs >= 2 * dayMs) continue
        expected.set(Math.floor(ageMs / dayMs), (expected.get(Math.floor(ageMs / dayMs)) ?? 0) + 1)
      }
      expect(new Map(days.map(({ daysAgo, clicks: some }) => [daysAgo, some]))).toEqual(expected)
      const exported = await exportOf(uid)
      expect(exported.quarters).toEqual([clicks.length, uniques.size])
      expect(exported.origins).toEqual([
        countable.flatMap(originsIn).length,
        countable.filter(({ clickId }) => uniques.has(clickId)).flatMap(originsIn).length,
      ])
    })

    test('pays what comes by paying links once, and knows who came by links of shares', async () => {
      const db = site.database.db
      const paying = await linkRow(db, { paysClicks: true })
      const other = await linkRow(db, {
        uid: paying.uid,
        enrolmentId: paying.enrolmentId,
        campaignId: paying.campaignId,
        kind: 'deep',
        paysClicks: true,
      })
      const share = await linkRow(db, { kind: 'share' })
      const network = `o${'0a'.repeat(16)}`
      const visit = (linkId: string, visitor: number, reason?: ClickReason) =>
        clickLine({
          ...someClick(linkId, noon + visitor, reason),
          visitor: visitor.toString(16).padStart(32, '0'),
          network,
        })
      const lines = [
        visit(paying.linkId, 1),
        visit(paying.linkId, 1, 'repeat'),
        visit(other.linkId, 1),
        visit(other.linkId, 2),
        visit(paying.linkId, 3, 'bot'),
        visit(share.linkId, 4),
        visit(share.linkId, 4, 'repeat'),
        visit(share.linkId, 5),
      ]
      await load(lines)
      await load([visit(paying.linkId, 2), visit(share.linkId, 5), visit(other.linkId, 6)], loaders[1])
      const { rows: due } = await sql<{ visitor: string; kind: string; there: boolean }>`
      select ltrim(encode(p.visitor, 'hex'), '0') as visitor, network_kind as kind, c.id is not null as there
      from payable_click p left join click c on c.id = p.click_id and c.at = p.at
      where enrolment_id = ${paying.enrolmentId} order by 1`.execute(db)
      expect(due).toEqual(['1', '2', '6'].map((visitor) => ({ visitor, kind: 'other', there: true })))
      const { rows: came } = await sql<{ visitor: string }>`
      select ltrim(encode(visitor, 'hex'), '0') as visitor from link_visitor where link_id = ${share.linkId} order by 1`.execute(
        db,
      )
      expect(came).toEqual(['4', '5'].map((visitor) => ({ visitor })))
    })

    test('leaves out what no process of ours wrote, and takes any day a click can have', async () => {
      const linkId = someId('lnk')
      const bad = [
        'nonsense\n',
        `${'\u0000'.repeat(50)}\n`,
        lineOf({ linkId }).replace('desktop', "x'); drop"),
        '\\.\n',
      ]
      const days = [Date.UTC(2020, 0, 1), Date.UTC(2149, 11, 31, 23, 59)]
      const segment = writeSegment([
        ...bad,
        ...days.map((atMs) => lineOf({ linkId, atMs })),
        lineOf({ linkId }).slice(0, 70),
      ])
      await loaders[0]!.load([segment])
      expect(await count(linkId)).toEqual({ clicks: 2, countable: 2 })
      expect(readdirSync(dir)).toContain(`${segment.key}.log.unreadable`)
      const { uid } = await linkRow(site.database.db, { linkId })
      const parts = {
        starts: days.map((atMs) => new Date(atMs - (atMs % dayMs))),
        until: new Date(days[1]! + dayMs),
      }
      const one = { clicks: 1, uniques: 1 }
      expect(await clicksByPart(site.database.db, { uid }, parts)).toEqual(
        new Map([
          [0, one],
          [1, one],
        ]),
      )
    })

    test('has any number of sub-ids add up to the clicks', async () => {
      const { linkId, uid } = await linkRow(site.database.db)
      const clicks = Array.from({ length: 450 }, (_, at) => ({
        ...someClick(linkId, noon),
        subId: `sub-${at}`,
      }))
      await load(clicks.map(clickLine))
      const parts = { starts: [new Date(noon)], until: new Date(noon + quarterMs) }
      const rows = await clicksByOrigin(site.database.db, { uid }, parts, 'sub')
      expect(rows.reduce((sum, row) => sum + row.clicks, 0)).toBe(450)
      expect(rows.length).toBeGreaterThan(200)
    })

    test('forgets the sub-ids of who leaves, and the clicks of days that are over, and keeps the figures', async () => {
      const db = site.database.db
      const { linkId, uid } = await linkRow(db)
      const old = Date.now() - 500 * dayMs
      const clicks = [old, old + 1, noon].map((atMs) => ({
        ...someClick(linkId, atMs),
        subId: 'mine',
        country: 'NO',
      }))
      clicks[1]!.visitor = clicks[0]!.visitor
      await load(clicks.map(clickLine))
      const parts = { starts: [new Date(old - dayMs), new Date(noon - dayMs)], until: new Date(noon + dayMs) }
      const by = async (dimension: 'sub' | 'country') => await clicksByOrigin(db, { uid }, parts, dimension)
      expect(await by('sub')).toHaveLength(2)
      const countries = await by('country')
      const { dropped } = await dropOldClicks(db, { now: () => new Date() } as Clock, 400)
      expect(dropped).toContain(utcDate(old))
      expect(await findClick(db, clicks[0]!.clickId)).toBeNull()
      expect(await findClick(db, clicks[2]!.clickId)).toMatchObject({ subId: 'mine' })
      expect(await by('country')).toEqual(countries)
      expect(await clicksByPart(db, { uid }, parts)).toEqual(
        new Map([
          [0, { clicks: 2, uniques: 1 }],
          [1, { clicks: 1, uniques: 1 }],
        ]),
      )
      await sql`delete from member where uid = ${uid}`.execute(db)
      await clickErasure(db).erase({ uid, party: someId('pty') } as never)
      // ClickHouse has accepted it, and does it a moment later.
      await expect.poll(async () => await by('sub')).toEqual([])
      expect(await by('country')).toEqual(countries)
      await expect.poll(async () => await findClick(db, clicks[2]!.clickId)).toMatchObject({ subId: null })
    })

    test('takes the sub-ids of who leaves off the clicks that pay, before and after', async () => {
      const db = site.database.db
      const stays = await linkRow(db, { paysClicks: true })
      const { linkId, uid, enrolmentId } = await linkRow(db, { paysClicks: true })
      const paid = { ...someClick(linkId, noon), subId: 'paid' }
      const reported = { ...someClick(linkId, noon + quarterMs), subId: 'reported', visitor: paid.visitor }
      const other = { ...someClick(stays.linkId, noon), subId: 'stays' }
      await load([paid, reported, other].map(clickLine))
      expect(await missingClicks(db, [reported.clickId])).toEqual([])
      const { rows: due } = await sql<{ id: string }>`
      select click_id as id from payable_click where enrolment_id = ${enrolmentId}`.execute(db)
      expect(due).toEqual([{ id: paid.clickId }])
      const subs = async (...links: string[]) => {
        const { rows } = await sql<{ sub: string }>`
        select sub_id as sub from click where link_id = any (${links}) and sub_id is not null order by 1`.execute(
          db,
        )
        return rows.map(({ sub }) => sub)
      }
      expect(await subs(linkId)).toEqual(['paid', 'reported'])
      await sql`delete from member where uid = ${uid}`.execute(db)
      await clickErasure(db).erase({ uid, party: someId('pty') } as never)
      expect(await subs(linkId, stays.linkId)).toEqual(['stays'])
      if (name !== 'ClickHouse') return
      // What was on its way.
      const late = { ...someClick(linkId, noon + dayMs), subId: 'late' }
      await load([clickLine(late)])
      await expect.poll(async () => await findClick(db, late.clickId)).toMatchObject({ subId: null })
      expect(await subs(linkId)).toEqual([])
      const parts = { starts: [new Date(noon)], until: new Date(noon + 2 * dayMs) }
      await expect.poll(async () => await clicksByOrigin(db, { uid }, parts, 'sub')).toEqual([])
      expect(await clicksByPart(db, { uid }, parts)).toMatchObject(new Map([[0, { clicks: 3 }]]))
    })

    test.runIf(name === 'ClickHouse')('keeps no row of a click in PostgreSQL that does not pay', async () => {
      const { linkId } = await linkRow(site.database.db)
      await load([lineOf({ linkId }), lineOf({ linkId })])
      const { rows } = await sql<{ found: number }>`
      select (select count(*) from click where link_id = ${linkId}) + (select count(*) from click_quarter)
        + (select count(*) from click_breakdown) + (select count(*) from click_visitor) as found`.execute(
        site.database.db,
      )
      expect(rows[0]!.found).toBe(0)
      expect(columnStoreOf(site.database.db)).toBeDefined()
    })

    async function exportOf(uid: string) {
      const sums: number[][] = []
      for (const part of await clickExport(site.database.db).parts({ uid } as never)) {
        const sum = [0, 0]
        if (part.kind !== 'list') continue
        for await (const rows of part.pages())
          for (const row of rows as { clicks: number; uniques: number }[]) {
            sum[0]! += row.clicks
            sum[1]! += row.uniques
          }
        sums.push(sum)
      }
      return { quarters: sums[0], origins: sums[1] }
    }
  })
}

const arbitraryVisits = fc.array(
  fc.record({
    quarter: fc.integer({ min: -10, max: 60 }),
    visitor: fc.integer({ min: 1, max: 25 }),
    link: fc.integer({ min: 0, max: 1 }),
    reason: fc.option(fc.constantFrom<ClickReason>('repeat', 'bot'), { freq: 5 }),
  }),
  { minLength: 400, maxLength: 400 },
)

function originOf(visitor: number) {
  return {
    country: visitor % 4 ? 'NO' : null,
    device: visitor % 2 ? ('phone' as const) : ('desktop' as const),
    referrerHost: visitor % 3 ? `site-${visitor % 3}.example` : null,
    subId: visitor % 5 ? null : 'story',
  }
}

const originsIn = ({ country, device, referrerHost, subId }: SpooledClick) =>
  [country, device, referrerHost, subId].filter((value) => value !== null)

const timeOf = ({ clickId }: SpooledClick) => Number.parseInt(clickId.slice(4, 16), 16)

function strings<Value>(map: Map<number, Value>): Map<string, Value> {
  return new Map([...map].map(([key, value]) => [String(key), value]))
}
