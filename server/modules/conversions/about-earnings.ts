import { sql } from 'kysely'
import type { StatementEntry } from '#contracts/wallet.schemas.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import type { StatementEntry as LedgerEntry } from '#server/modules/ledger/public.ts'
import { earningsOfClickPay } from './click-pay-queries.ts'
import type { Db } from '#server/platform/database.ts'

type About = NonNullable<StatementEntry['about']>

/**
 * What entries of a statement were for, by ledger transaction: the earning that was pending, unlocked or reversed,
 * and its campaign. Entries about anything else are absent.
 */
export async function aboutEarnings(
  db: Db,
  entries: Pick<LedgerEntry, 'txnId' | 'scope' | 'idem'>[],
): Promise<Map<string, About>> {
  const ours = entries.filter(({ scope }) => scope.startsWith('earning_') || scope === 'click')
  if (ours.length === 0) return new Map()
  const earnings = await earningsBehind(
    db,
    ours.map(({ idem }) => idem),
  )
  const titles = await campaignTitles(db, [
    ...new Set([...earnings.values()].map(({ campaignId }) => campaignId)),
  ])
  const about = new Map<string, About>()
  for (const { txnId, idem } of ours) {
    const earning = earnings.get(idem)
    const campaign = earning && titles.get(earning.campaignId)
    if (!campaign) continue
    about.set(txnId, {
      earningId: earning.id,
      campaignId: campaign.id,
      campaignTitle: campaign.title,
      brandName: campaign.brand.name,
      campaign,
      type: earning.type,
      occurredAt: earning.occurredAt.toISOString(),
    })
  }
  return about
}

interface EarningBehind {
  id: string
  campaignId: string
  type: About['type']
  occurredAt: Date
}

/** Earnings by the key their facts are posted under: their own id, that of a refund, or an hour of clicks. */
async function earningsBehind(db: Db, keys: string[]): Promise<Map<string, EarningBehind>> {
  const { rows } = await sql<EarningBehind & { key: string }>`
    select e.id as key, e.id, e.campaign_id as "campaignId", e.type, e.occurred_at as "occurredAt"
    from earning e where e.id = any (${keys})
    union all
    select r.id, e.id, e.campaign_id, e.type, e.occurred_at from refund r join earning e on e.conversion_id = r.conversion_id
    where r.id = any (${keys})`.execute(db)
  const byKey = new Map(rows.map(({ key, ...earning }) => [key, earning]))
  const ofClicks = await earningsOfClickPay(db, keys)
  for (const [key, earning] of ofClicks) byKey.set(key, { ...earning, type: 'click' })
  return byKey
}
