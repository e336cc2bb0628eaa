import type { BreakdownKey, BreakdownSort } from '#contracts/analytics.constants.ts'
import type { Breakdown, BreakdownItem } from '#contracts/analytics.schemas.ts'
import { earnedBy } from '#server/modules/conversions/public.ts'
import {
  clicksByLink,
  clicksByOrigin,
  originValuesMax,
  otherValues,
  type LinkScope,
} from '#server/modules/clicks/public.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { changesOf, statisticsOf, minus, nothing, plus, type Counted } from './statistics.ts'
import { comparedParts, frameView, openFrame, type Frame, type PeriodQuery } from './frame.ts'
import { countParts } from './summary.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import { linkNames } from '#server/modules/shortlinks/public.ts'

export interface BreakdownQuery extends PeriodQuery {
  by: BreakdownKey
  sort: BreakdownSort
  /** Rows at most; the rest is in `others`. */
  limit: number
}

/** One key with what happened in the period and before it. */
export interface CountedRow {
  key: string | null
  now: Counted
  before: Counted
}

/** A member's statistics by campaign, link, or where clicks came from. Throws what `openFrame` throws. */
export async function analyticsBreakdown(
  db: ReadDb,
  actor: Pick<MemberActor, 'uid'>,
  { by, sort, limit, ...query }: BreakdownQuery,
): Promise<Breakdown> {
  const frame = await openFrame(db, actor, query)
  const totals = await countParts(db, frame, comparedParts(frame))
  const rows = await countRows(db, frame, by, totals)
  // What the loader counted together is no value of its own.
  const listed = rows
    .filter(({ key }) => key !== otherValues)
    .sort(mostFirst(sort))
    .slice(0, limit)
  const others = listed.reduce((left, { now }) => minus(left, now), totals.get(2) ?? nothing)
  return {
    ...frameView(frame),
    by,
    items: (await nameRows(db, frame.scope, by, listed)).map(itemOf),
    others: { count: rows.length - listed.length, statistics: statisticsOf(others) },
  }
}

async function countRows(
  db: ReadDb,
  frame: Frame,
  by: BreakdownKey,
  totals: Map<number, Counted>,
): Promise<CountedRow[]> {
  const parts = comparedParts(frame)
  const ofLinks = by === 'link' || by === 'campaign'
  const clicks = ofLinks
    ? await clicksByLink(db, frame.scope, parts, by)
    : await clicksByOrigin(db, frame.scope, parts, by)
  const rows = new Map<string | null, CountedRow>()
  const add = (key: string | null, part: number, counted: Partial<Counted>) => {
    const row = rows.get(key) ?? { key, now: nothing, before: nothing }
    rows.set(key, row)
    if (part === 2) row.now = plus(row.now, counted)
    if (part === 0) row.before = plus(row.before, counted)
  }
  for (const { key, part, ...statistics } of clicks) add(key, part, statistics)
  // Beyond so many values it is not known of which clicks nothing is known: they stay with the others.
  if (!ofLinks && rows.size < originValuesMax)
    for (const [part, { clicks, uniques }] of totals) add(null, part, known(rows, part, { clicks, uniques }))
  for (const { key, part, ...statistics } of await earnedBy(db, frame.scope, parts, by))
    add(key, part, statistics)
  return [...rows.values()].filter(({ now, before }) => !isNothing(now) || !isNothing(before))
}

/** The clicks of which it is not known where they came from: those of all that are in no row. */
function known(
  rows: Map<string | null, CountedRow>,
  part: number,
  all: Pick<Counted, 'clicks' | 'uniques'>,
): Partial<Counted> {
  const listed = [...rows.values()].map(({ now, before }) => (part === 2 ? now : before))
  const { clicks, uniques } = listed.reduce(minus, { ...nothing, ...all })
  return { clicks, uniques }
}

function isNothing(counted: Counted): boolean {
  return Object.values(counted).every((count) => count === 0)
}

/**
 * The most of the period first, then whatever else there is of it, so that no row of the time before takes the place of
 * one of now; then the time before. The same order every time.
 */
function mostFirst(sort: BreakdownSort) {
  return (a: CountedRow, b: CountedRow) =>
    b.now[sort] - a.now[sort] ||
    b.now.clicks - a.now.clicks ||
    b.now.crels - a.now.crels ||
    b.now.conversions - a.now.conversions ||
    b.before[sort] - a.before[sort] ||
    ((a.key ?? '') < (b.key ?? '') ? -1 : 1)
}

type Named = Pick<BreakdownItem, 'title' | 'code' | 'campaign'>

function itemOf({ now, before, ...named }: CountedRow & Named): BreakdownItem {
  const [statistics, previous] = [statisticsOf(now), statisticsOf(before)]
  return { ...named, statistics, previous, changes: changesOf(statistics, previous) }
}

/** Rows with what people call them: a link that was not given a title goes by its campaign's. */
async function nameRows<Row extends { key: string | null }>(
  db: ReadDb,
  { uid }: LinkScope,
  by: BreakdownKey,
  rows: Row[],
): Promise<(Row & Named)[]> {
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  if (by !== 'campaign' && by !== 'link')
    return rows.map((row) => ({ ...row, title: null, code: null, campaign: null }))
  const links = by === 'link' ? await linkNames(db, uid, keys) : new Map()
  const ofCampaigns = by === 'link' ? [...links.values()].flatMap(({ campaignId }) => campaignId ?? []) : keys
  const campaigns = await campaignTitles(db, [...new Set(ofCampaigns)])
  return rows.map((row) => {
    const link = row.key === null ? undefined : links.get(row.key)
    const campaignId = by === 'link' ? link?.campaignId : row.key
    const campaign = campaigns.get(campaignId ?? '') ?? null
    return { ...row, title: link?.title ?? campaign?.title ?? null, code: link?.code ?? null, campaign }
  })
}
