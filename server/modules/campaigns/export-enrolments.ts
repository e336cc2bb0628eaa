import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'

type Row = {
  id: string
  campaignId: string
  campaign: string
  brand: string
  state: string
  /** The version of the terms that was agreed to. */
  termsVersion: number
  termsAgreedAt: Date
  clickMillicrels: number | null
  leadCrels: number | null
  saleCrels: number | null
  saleBps: number | null
  holdDays: number
  cookieDays: number
  joiningBonusPoints: number | null
  message: string | null
  reason: string | null
  joinedAt: Date | null
  decidedAt: Date | null
  leftAt: Date | null
}

/** A member's campaigns: what was agreed to and when, and its results. */
export function campaignExport(db: Db): MemberExport {
  return {
    tables: ['enrolment'],
    parts: ({ uid }) => [
      longList({
        name: 'campaigns',
        about: m.export_campaigns(),
        columns: [
          ...(['id', 'campaignId', 'campaign', 'brand', 'state', 'termsVersion', 'termsAgreedAt'] as const),
          ...(['clickMillicrels', 'leadCrels', 'saleCrels', 'saleBps', 'holdDays', 'cookieDays'] as const),
          'joiningBonusPoints' as const,
          ...(['message', 'reason', 'joinedAt', 'decidedAt', 'leftAt'] as const),
        ],
        next: async (last: Row | undefined, limit) => (await page(db, uid, last?.id ?? '', limit)).rows,
      }),
    ],
  }
}

const page = async (db: Db, uid: string, after: string, limit: number) =>
  await sql<Row>`
    select e.id, e.campaign_id as "campaignId", c.title as campaign, b.name as brand, e.state,
      e.terms_version as "termsVersion", coalesce(e.terms_agreed_at, e.applied_at) as "termsAgreedAt",
      e.reward_click_millicrels as "clickMillicrels", e.reward_lead_crels as "leadCrels",
      e.reward_sale_crels as "saleCrels", e.reward_sale_bps as "saleBps", e.hold_days as "holdDays",
      e.cookie_days as "cookieDays", e.joining_bonus_points as "joiningBonusPoints", e.message, e.reason,
      e.joined_at as "joinedAt", e.decided_at as "decidedAt", e.left_at as "leftAt"
    from enrolment e join campaign c on c.id = e.campaign_id join brand b on b.id = c.brand_id
    where e.uid = ${uid} and e.id > ${after} order by e.id limit ${limit}`.execute(db)
