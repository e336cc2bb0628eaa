import * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import type { Earning, EarningPage } from '#contracts/earnings.schemas.ts'
import { idSchema } from '#contracts/ids.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { appealsOf, appealView, type AppealRow } from './appeals.ts'
import type { EarningBasis, EarningState } from './earning-queries.ts'

export interface EarningQuery {
  state?: EarningState
  /** The id of a campaign: only those of it. */
  campaign?: string
  /** Only those under review, or that the member explained when they were. */
  checked?: boolean
  limit: number
  cursor?: string
}

/** One page of a member's earnings, newest first; pending ones by the date they unlock, the next first. */
export async function listEarnings(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  query: EarningQuery,
): Promise<EarningPage> {
  const { rows } = await earningsSql(actor.uid, query).execute(db)
  const page = pageOf(rows, query.limit, (last) => [placeOf(last, query).getTime(), last.id])
  const titles = await campaignTitles(db, [...new Set(page.items.map((row) => row.campaignId))])
  const appeals = await appealsOf(
    db,
    page.items.map(({ id }) => id),
  )
  const items = page.items.map((row) => view(row, titles.get(row.campaignId)!, appeals.get(row.id)))
  return { ...page, items }
}

interface EarningRow extends EarningBasis {
  id: string
  conversionId: string | null
  type: 'click' | 'lead' | 'sale'
  campaignId: string
  crels: number
  reversedCrels: number
  state: EarningState
  reason: string | null
  occurredAt: Date
  createdAt: Date
  unlocksAt: Date
  unlockedAt: Date | null
}

/** The list's one query, apart so that its plan can be tested: each order is that of an index. */
export function earningsSql(uid: string, query: EarningQuery): RawBuilder<EarningRow> {
  const { state, campaign, checked, limit } = query
  const by = state === 'pending' ? sql.ref('unlocks_at') : sql.ref('created_at')
  const order = state === 'pending' ? sql`${by}, id` : sql`${by} desc, id desc`
  // The state is written out, so that the partial index of pending ones can be chosen.
  const ofState = state ? sql`and state = ${sql.lit(state)}` : sql``
  const ofCampaign = campaign ? sql`and campaign_id = ${campaign}` : sql``
  // Two short index ranges, however many earnings there are besides.
  const ofChecked = checked
    ? sql`and id in (select id from earning where uid = ${uid} and state = 'under_review'
                     union select earning_id from appeal where uid = ${uid})`
    : sql``
  return sql<EarningRow>`
    select id, conversion_id as "conversionId", type, campaign_id as "campaignId", crels,
           reversed_crels as "reversedCrels", state, reason, sale_usd_cents as "saleUsdCents", bps,
           trim_scale(usd_to_crels)::text as "usdToCrels", clicks, click_millicrels as "clickMillicrels", occurred_at as "occurredAt", created_at as "createdAt",
           unlocks_at as "unlocksAt", unlocked_at as "unlockedAt"
    from earning where uid = ${uid} ${ofState} ${ofCampaign} ${ofChecked} ${afterCursor(query)}
    order by ${order} limit ${limit + 1}`
}

/** When a page's last earning was made or unlocks, and its id. */
const place = z.tuple([cursorTime, idSchema('earning')])

function afterCursor({ state, cursor }: EarningQuery) {
  if (cursor === undefined) return sql``
  const [at, id] = decodeCursor(place, cursor)
  return state === 'pending'
    ? sql`and (unlocks_at, id) > (${new Date(at)}, ${id})`
    : sql`and (created_at, id) < (${new Date(at)}, ${id})`
}

function placeOf(row: EarningRow, { state }: EarningQuery): Date {
  return state === 'pending' ? row.unlocksAt : row.createdAt
}

function view(row: EarningRow, campaign: Earning['campaign'], appeal: AppealRow | undefined): Earning {
  const { saleUsdCents, bps, usdToCrels, clicks = null, clickMillicrels = null } = row
  return {
    id: row.id,
    conversionId: row.conversionId,
    type: row.type,
    campaign,
    crels: row.crels,
    reversedCrels: row.reversedCrels,
    state: row.state,
    reason: row.reason,
    basis: { saleUsdCents, bps, usdToCrels, clicks, clickMillicrels },
    occurredAt: row.occurredAt.toISOString(),
    unlocksAt: row.unlocksAt.toISOString(),
    unlockedAt: row.unlockedAt?.toISOString() ?? null,
    appeal: appeal ? appealView(appeal) : null,
  }
}
