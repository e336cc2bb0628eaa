import type { ClickReason } from '#rules/click-verdict.ts'
import type { Db } from '#server/platform/database.ts'
import type { ClickDimension, ClickStatistics, TimeParts } from './click-statistics.ts'
import type { Device } from './user-agent.ts'

/** A click as the column store has it. */
export interface ColumnClick {
  clickId: string
  linkId: string
  at: Date
  /** Null when it counts. */
  reason: ClickReason | null
  /** 16 bytes in hexadecimal. */
  visitor: string
  country: string | null
  device: Device
  referrerHost: string | null
  subId: string | null
}

/** Which visits of some links, between two moments, the first included. */
export interface WantedVisits {
  from: Date
  until: Date
  reasons: (ClickReason | '')[]
  limit: number
}

/**
 * The clicks and their figures in a store of columns, beside PostgreSQL: asked by links, since whose they are is known
 * there. What it has is no longer in PostgreSQL's own figures: both are added (docs/decisions/107).
 */
export interface ColumnStore {
  /** Countable clicks and uniques by link and part of time; parts without any are absent. */
  byPart(linkIds: string[], parts: TimeParts): Promise<(ClickStatistics & { linkId: string; part: number })[]>
  /** The same by where they came from, over all of the links. */
  byOrigin(
    linkIds: string[],
    parts: TimeParts,
    dimension: ClickDimension,
  ): Promise<(ClickStatistics & { key: string; part: number })[]>
  /** Visits of a link by quarter of an hour and verdict, in this order. */
  quartersOf(linkId: string): Promise<(ClickStatistics & { quarter: Date; reason: ClickReason | '' })[]>
  /** Its countable clicks by where they came from and quarter of an hour, in this order. */
  originsOf(
    linkId: string,
  ): Promise<(ClickStatistics & { quarter: Date; dimension: ClickDimension; value: string })[]>
  /** Visits by link and verdict, since the beginning or of quarters that begin at a moment or later. */
  byVerdict(
    linkIds: string[],
    since?: Date,
  ): Promise<{ linkId: string; reason: ClickReason | ''; clicks: number }[]>
  /** Visits of all links between two moments, by link and quarter of an hour: those that count, and the others. */
  byLink(span: {
    from: Date
    until: Date
  }): Promise<{ linkId: string; quarter: Date; clicks: number; refused: number }[]>
  /** Countable clicks of all links. */
  countAll(): Promise<number>
  /** Clicks by their ids; those that are not there are absent. */
  find(clickIds: string[]): Promise<ColumnClick[]>
  /** The last of some visits, newest first. */
  lastVisits(linkIds: string[], wanted: WantedVisits): Promise<ColumnClick[]>
  /** The first countable click that is not of some visitors; null where there is none. */
  firstVisit(
    linkIds: string[],
    butOf: string[],
  ): Promise<Pick<ColumnClick, 'at' | 'country' | 'linkId'> | null>
  /** Has the sub-ids of links taken off clicks and figures: accepted for good when this is done, and gone some time later. */
  forgetSubs(linkIds: string[]): Promise<void>
  /**
   * Drops the clicks of days before one (YYYY-MM-DD), whose figures stay; answers the days. Throws `unavailable` while
   * sub-ids are being taken off.
   */
  dropDays(before: string): Promise<string[]>
  close(): Promise<void>
}

const stores = new WeakMap<object, ColumnStore>()

/** Has what is read of clicks by a database look into a store of columns too; within its transactions as well. */
export function keepClicksBeside(db: Pick<Db, 'getExecutor'>, store: ColumnStore): void {
  stores.set(db.getExecutor().adapter, store)
}

/** The store of columns beside a database; undefined where PostgreSQL has all clicks. */
export function columnStoreOf(db: Pick<Db, 'getExecutor'>): ColumnStore | undefined {
  return stores.get(db.getExecutor().adapter)
}
