import type { ClickReason } from '#rules/click-verdict.ts'
import { dateOf, dayOf } from '../click-id.ts'
import { clicksEnd } from '../click-line.ts'
import {
  originValuesMax,
  type ClickDimension,
  type ClickStatistics,
  type TimeParts,
} from '../click-statistics.ts'
import type { ColumnClick, ColumnStore, WantedVisits } from '../column-store.ts'
import type { Device } from '../user-agent.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'
import { dropDays } from './drop-days.ts'
import { placeInFirst, quarterOf, timeOfId } from './tables.ts'

const quarterMs = 900_000

/** Quarters of an hour that are searched for single visits at most. */
const quartersMax = 500

/** Texts of ids and words of ours; nothing else is written into a query. */
const quoted = (text: string) => {
  if (!/^[\w .:()-]*$/.test(text)) throw new RangeError('not a text for a query')
  return `'${text}'`
}
const listOf = (texts: string[]) =>
  `splitByChar(',', '${texts.map((text) => quoted(text).slice(1, -1)).join(',')}')`
const millis = (at: Date) => `fromUnixTimestamp64Milli(${at.getTime()}, 'UTC')`
const dayAt = (at: Date) => quoted(dateOf(dayOf(at.getTime())))

/**
 * Whether a row of `click` is one of some clicks, found by its key. One text, however many they are: each id by itself
 * is a part of the query, and ClickHouse takes 50,000 parts.
 */
export const isOneOf = (clickIds: string[]) => `(at, id) in (
  select ${timeOfId('id')} as at, id from (select arrayJoin(${listOf(clickIds)}) as id))`

/** Reads clicks from ClickHouse. What it answers is exact at any time: figures that are not merged yet are added up. */
export function clickHouseStore(clickHouse: ClickHouseConnection): ColumnStore {
  const ask = async <Row>(query: string) => await clickHouse.rows<Row>(query)

  return {
    byPart: async (linkIds, parts) => {
      if (linkIds.length === 0) return []
      return await merged<{ linkId: string; part: number }>(
        ask(`select link_id as linkId, ${partOf('quarter', parts)} as part, sum(clicks) as clicks from click_quarter
             where ${within('quarter', linkIds, parts)} and reason = '' group by linkId, part`),
        ask(`select linkId, ${partOf('quarter', parts)} as part, sum(uniques) as uniques
             from (${uniquesOf(linkIds, parts)}) group by linkId, part`),
        ({ linkId, part }) => `${linkId} ${part}`,
      )
    },
    byOrigin: async (linkIds, parts, dimension) => {
      if (linkIds.length === 0) return []
      // Of values that are not among the most, no clicks are asked for, and so no uniques are told.
      return await merged<{ key: string; part: number }>(
        ask(`select value as key, ${partOf('quarter', parts)} as part, sum(clicks) as clicks from click_breakdown
             where ${within('quarter', linkIds, parts)} and dimension = ${quoted(dimension)} and value in (
               select value from click_breakdown
               where ${within('quarter', linkIds, parts)} and dimension = ${quoted(dimension)}
               group by value order by sum(clicks) desc, value limit ${originValuesMax})
             group by key, part`),
        ask(`select value as key, ${partOf('quarter', parts)} as part, sum(uniques) as uniques
             from (${uniquesOf(linkIds, parts, dimension)}) where value != '' group by key, part`),
        ({ key, part }) => `${part} ${key}`,
      )
    },
    quartersOf: async (linkId) => {
      const rows = await merged<{ at: number; reason: ClickReason | '' }>(
        ask(`select toUnixTimestamp64Milli(quarter) as at, reason, sum(clicks) as clicks from click_quarter
             where link_id = ${quoted(linkId)} group by at, reason order by at, reason`),
        ask(`select toUnixTimestamp64Milli(quarter) as at, '' as reason, sum(uniques) as uniques
             from (${uniquesOf([linkId], always)}) group by at`),
        ({ at, reason }) => `${at} ${reason}`,
      )
      return rows.map(({ at, ...row }) => ({ ...row, quarter: new Date(at) }))
    },
    originsOf: async (linkId) => {
      const rows = await merged<{ at: number; dimension: ClickDimension; value: string }>(
        ask(`select dimension, toUnixTimestamp64Milli(quarter) as at, value, sum(clicks) as clicks from click_breakdown
             where link_id = ${quoted(linkId)} group by 1, 2, 3 order by 1, 2, 3`),
        ask(
          dimensions
            .map(
              (
                dimension,
              ) => `select ${quoted(dimension)} as dimension, toUnixTimestamp64Milli(quarter) as at, value,
                uniques from (${uniquesOf([linkId], always, dimension)}) where value != ''`,
            )
            .join(' union all '),
        ),
        ({ dimension, at, value }) => `${dimension} ${at} ${value}`,
      )
      return rows.map(({ at, ...row }) => ({ ...row, quarter: new Date(at) }))
    },
    byVerdict: async (linkIds, since = new Date(0)) => {
      if (linkIds.length === 0) return []
      return await ask(`select link_id as linkId, reason, sum(clicks) as clicks from click_quarter
        where link_id in ${listOf(linkIds)} and quarter >= ${millis(since)} group by linkId, reason`)
    },
    byLink: async ({ from, until }) => {
      const rows = await ask<{ linkId: string; at: number; countable: number; refused: number }>(
        `select link_id as linkId, toUnixTimestamp64Milli(quarter) as at,
           sumIf(clicks, reason = '') as countable, sumIf(clicks, reason != '') as refused
         from click_quarter where quarter >= ${millis(from)} and quarter < ${millis(until)} group by linkId, at`,
      )
      return rows.map(({ at, countable, ...row }) => ({ ...row, clicks: countable, quarter: new Date(at) }))
    },
    countAll: async () => {
      const [row] = await ask<{ clicks: number }>(
        `select sum(clicks) as clicks from click_quarter where reason = ''`,
      )
      return row!.clicks
    },
    find: async (clickIds) => {
      if (clickIds.length === 0) return []
      return (await ask<Raw>(`select ${columns} from click where ${isOneOf(clickIds)}`)).map(clickOf)
    },
    lastVisits: async (linkIds, wanted) => await lastVisits(clickHouse, linkIds, wanted),
    firstVisit: async (linkIds, butOf) => {
      if (linkIds.length === 0) return null
      const rows = await ask<{ at: number; country: string; linkId: string }>(
        `select toUnixTimestamp64Milli(first.1) as at, first.3 as country, link_id as linkId from click_first
         where link_id in ${listOf(linkIds)} and visitor not in ${listOf(butOf)} order by first limit 1`,
      )
      const [row] = rows
      return row ? { at: new Date(row.at), country: row.country || null, linkId: row.linkId } : null
    },
    forgetSubs: async (linkIds) => {
      if (linkIds.length === 0) return
      const links = `link_id in ${listOf(linkIds)}`
      await clickHouse.run(`alter table click update sub_id = '' where ${links} and sub_id != ''`)
      await clickHouse.run(
        `alter table click_first update first = (first.1, first.2, first.3, first.4, first.5, '') where ${links} and first.6 != ''`,
      )
      for (const table of ['click_breakdown', 'click_unique'])
        await clickHouse.run(`alter table ${table} delete where ${links} and dimension = 'sub'`)
    },
    dropDays: async (before) => await dropDays(clickHouse, before),
    close: async () => await clickHouse.close(),
  }
}

/** Clicks and uniques of the same key, asked for at the same time. */
async function merged<Key extends object>(
  clicks: Promise<(Key & { clicks: number })[]>,
  uniques: Promise<(Key & { uniques: number })[]>,
  keyOf: (key: Key) => string,
): Promise<(Key & ClickStatistics)[]> {
  const [counted, firsts] = await Promise.all([clicks, uniques])
  const rows = new Map(counted.map((row) => [keyOf(row), { ...row, uniques: 0 }]))
  for (const row of firsts) {
    const found = rows.get(keyOf(row))
    if (found) found.uniques += row.uniques
  }
  return [...rows.values()]
}

const always = { starts: [new Date(0)], until: clicksEnd }
const dimensions = Object.keys(placeInFirst) as ClickDimension[]

function partOf(column: string, { starts }: TimeParts): string {
  const list = starts.map((start) => start.getTime()).join(', ')
  return `arrayCount(start -> start <= toUnixTimestamp64Milli(${column}), [${list}]) - 1`
}

function within(column: string, linkIds: string[], { starts, until }: TimeParts): string {
  return `link_id in ${listOf(linkIds)} and ${column} >= ${millis(starts[0]!)}
    and ${column} < ${millis(until)}`
}

/**
 * Uniques by link, quarter and value of a dimension (empty: all of a link): of days that are there from the first click
 * of each visitor, of those that were dropped from what was written down of them then. A day that is being dropped has
 * both for a moment: where its first clicks are there, they count.
 */
function uniquesOf(linkIds: string[], parts: TimeParts, dimension?: ClickDimension): string {
  const from = dayAt(parts.starts[0]!)
  const value = dimension ? `tupleElement(earliest, ${placeInFirst[dimension]})` : `''`
  return `
    select linkId, quarter, value, count() as uniques from (
      select link_id as linkId, min(first) as earliest,
        ${quarterOf('earliest.1')} as quarter, ${value} as value
      from click_first where link_id in ${listOf(linkIds)} and day >= ${from} and day <= ${dayAt(parts.until)}
      group by link_id, day, visitor)
    where quarter >= ${millis(parts.starts[0]!)} and quarter < ${millis(parts.until)}
    group by linkId, quarter, value
    union all
    select link_id, quarter, value, uniques from click_unique final
    where ${within('quarter', linkIds, parts)} and dimension = ${quoted(dimension ?? '')}
      and quarter < (select if(count() = 0, toDate32('2150-01-01'), min(day)) from click_first)`
}

const columns = `id, link_id as link, toUnixTimestamp64Milli(at) as ms, reason, visitor, country, device,
  referrer_host as host, sub_id as sub`

interface Raw {
  id: string
  link: string
  ms: number
  reason: ClickReason | ''
  visitor: string
  country: string
  device: Device
  host: string
  sub: string
}

function clickOf({ id, link, ms, reason, visitor, country, device, host, sub }: Raw): ColumnClick {
  return {
    clickId: id,
    linkId: link,
    at: new Date(ms),
    reason: reason || null,
    visitor,
    country: country || null,
    device,
    referrerHost: host || null,
    subId: sub || null,
  }
}

/** The statistics say in which quarters of an hour there were some, so that of each day only those are read. */
async function lastVisits(
  clickHouse: ClickHouseConnection,
  linkIds: string[],
  { from, until, reasons, limit }: WantedVisits,
): Promise<ColumnClick[]> {
  if (linkIds.length === 0 || reasons.length === 0) return []
  const which = `link_id in ${listOf(linkIds)} and reason in (${reasons.map(quoted).join(', ')})`
  const quarters = await clickHouse.rows<{ at: number }>(
    `select toUnixTimestamp64Second(quarter) as at from click_quarter
     where ${which} and quarter > ${millis(from)} - interval 15 minute
       and quarter <= ${millis(until)}
     group by quarter order by quarter desc limit ${quartersMax}`,
  )
  const found: ColumnClick[] = []
  for (const { at } of quarters) {
    const [first, last] = [Math.max(at * 1_000, from.getTime()), at * 1_000 + quarterMs]
    const rows = await clickHouse.rows<Raw>(
      `select ${columns} from click where ${which} and at >= ${millis(new Date(first))}
         and at < ${millis(new Date(last))} and at <= ${millis(until)}
       order by at desc, id desc limit ${limit - found.length}`,
    )
    found.push(...rows.map(clickOf))
    if (found.length >= limit) break
  }
  return found
}
