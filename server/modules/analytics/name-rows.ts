import type { BreakdownKey } from '#contracts/analytics.constants.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import { linkNames } from '#server/modules/shortlinks/public.ts'
import type { LinkScope } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'

interface Named {
  title: string | null
  code: string | null
}

/** Rows with what people call them: a link that was not given a title goes by its campaign's. */
export async function nameRows<Row extends { key: string | null }>(
  db: Db,
  { uid }: LinkScope,
  by: BreakdownKey,
  rows: Row[],
): Promise<(Row & Named)[]> {
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  if (by !== 'campaign' && by !== 'link') return rows.map((row) => ({ ...row, title: null, code: null }))
  const links = by === 'link' ? await linkNames(db, uid, keys) : new Map()
  const ofCampaigns = by === 'link' ? [...links.values()].flatMap(({ campaignId }) => campaignId ?? []) : keys
  const titles = await campaignTitles(db, [...new Set(ofCampaigns)])
  return rows.map((row) => {
    const link = row.key === null ? undefined : links.get(row.key)
    const campaignId = by === 'link' ? link?.campaignId : row.key
    const title = link?.title ?? titles.get(campaignId ?? '')?.title ?? null
    return { ...row, title, code: link?.code ?? null }
  })
}
