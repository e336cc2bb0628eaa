import { sql, type RawBuilder } from 'kysely'
import { NEW_FOR_DAYS } from '#rules/campaign-ranking.ts'
import type { CampaignSort } from './campaign-order.ts'
import { dayMs } from '#rules/utc-date.ts'

/** What narrows a list of running campaigns. */
export interface CampaignFilters {
  category?: string
  /** The brand's slug. */
  brand?: string
  q?: string
  reward?: 'click' | 'lead' | 'sale'
  country?: string
  channel?: string
  /** Only those that began later. */
  startedAfter?: Date
}

/** The conditions of a list but for its words, for `campaign c`, `brand b` and `category g`. */
export function filtersOf(filters: CampaignFilters, sort: CampaignSort, now: Date): RawBuilder<unknown>[] {
  const { category, brand, reward, country, channel, startedAfter } = filters
  const found: RawBuilder<unknown>[] = []
  if (sort === 'new') found.push(sql`c.starts_at > ${new Date(now.getTime() - NEW_FOR_DAYS * dayMs)}`)
  if (startedAfter) found.push(sql`c.starts_at > ${startedAfter}`)
  if (category) found.push(sql`c.category_slug = ${category}`)
  // By its id: the planner then knows the index of a brand's campaigns.
  if (brand) found.push(sql`c.brand_id = (select id from brand where slug = ${brand})`)
  if (reward) found.push(rewardFilters[reward])
  if (country) found.push(sql`(c.countries = '{}' or ${country} = any (c.countries))`)
  if (channel) found.push(sql`(c.required_channels = '{}' or ${channel} = any (c.required_channels))`)
  return found
}

const rewardFilters = {
  click: sql`c.reward_click_millicrels is not null`,
  lead: sql`c.reward_lead_crels is not null`,
  sale: sql`(c.reward_sale_crels is not null or c.reward_sale_bps is not null)`,
}
