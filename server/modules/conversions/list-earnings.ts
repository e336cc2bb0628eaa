import * as z from 'zod/mini'
import type { Earning, EarningPage } from '#contracts/earnings.responses.ts'
import { idSchema } from '#contracts/ids.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursor.ts'
import { earningRows, type EarningRow, type EarningState } from './earning-queries.ts'

export interface EarningQuery {
  state?: EarningState
  /** Only of this campaign. */
  campaign?: string
  limit: number
  cursor?: string
}

/** Milliseconds since 1970, as far as a Date goes, and the id of a page's last earning. */
const place = z.tuple([z.int().check(z.nonnegative(), z.maximum(8.64e15)), idSchema('earning')])

/** One page of a member's earnings, newest first; pending ones by the date they unlock, the next first. */
export async function listEarnings(db: Db, uid: string, query: EarningQuery): Promise<EarningPage> {
  const { state, campaign: campaignId, limit, cursor } = query
  const [at, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const after = at === undefined || id === undefined ? undefined : { at: new Date(at), id }
  const found = await earningRows(db, { uid, state, campaignId, limit: limit + 1, after })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const titles = await campaignTitles(db, [...new Set(rows.map((row) => row.campaignId))])
  const lastAt = last && (state === 'pending' ? last.unlocksAt : last.createdAt)
  return {
    items: rows.map((row) => view(row, titles.get(row.campaignId)!)),
    nextCursor: last && lastAt ? encodeCursor([lastAt.getTime(), last.id]) : null,
  }
}

function view(row: EarningRow, campaign: Earning['campaign']): Earning {
  const { saleUsdCents, bps, usdToCrels } = row
  return {
    id: row.id,
    conversionId: row.conversionId,
    type: row.type,
    campaign,
    crels: row.crels,
    reversedCrels: row.reversedCrels,
    state: row.state,
    reason: row.reason,
    basis: { saleUsdCents, bps, usdToCrels },
    occurredAt: row.occurredAt.toISOString(),
    unlocksAt: row.unlocksAt.toISOString(),
    unlockedAt: row.unlockedAt?.toISOString() ?? null,
  }
}
