import { sql } from 'kysely'
import { assertDestination, type DestinationOptions } from '#server/modules/shortlinks/public.ts'
import { operate, requireRole, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { brandIdOf } from '#server/modules/brands/public.ts'
import type { CampaignFile } from '#contracts/campaign-file.schemas.ts'
import { categoryIsOpen } from './category-queries.ts'
import { holdCover } from './cover-file.ts'
import { assertNotBlocked, unknown } from './invalid-campaign.ts'
import { rewardColumns } from './reward-columns.ts'
import { moveCampaign } from './set-campaign-state.ts'
import { fillFirstBudget } from './top-up-campaign.ts'

/**
 * Makes a campaign with the first version of its terms, puts its budget in, and publishes it where the file says so.
 * Throws `validation_failed` for an unknown brand or category, a destination that cannot be one or a cover that
 * is none, `conflict` for a slug that is taken, `forbidden` for a budget where the actor may put none in.
 */
export async function createCampaign(
  tx: Tx,
  actor: OperatorActor,
  input: CampaignFile & { demo?: boolean },
  destinations: DestinationOptions,
): Promise<{ id: string }> {
  const id = newId('campaign')
  const destinationUrl = assertDestination(input.destinationUrl, destinations)
  await assertNotBlocked(tx, destinationUrl)
  const brandId = await brandIdOf(tx, input.brand)
  if (!brandId) throw unknown('brand', input.brand)
  if (!(await categoryIsOpen(tx, input.category))) throw unknown('category', input.category)
  await holdCover(tx, input.coverUrl)
  if (!(await insertCampaign(tx, id, { ...input, brandId, destinationUrl })))
    throw problem('conflict', { detail: `There is already a campaign ${input.slug}.` })
  await sql`
    insert into campaign_terms (campaign_id, version, markdown) values (${id}, 1, ${input.terms})`.execute(tx)
  if (input.budgetCrels > 0) {
    requireRole(actor, 'campaign.top-up')
    await fillFirstBudget(tx, { campaignId: id, crels: input.budgetCrels })
  }
  if (input.publish && !(await moveCampaign(tx, { campaignId: id, action: 'publish' })).isMoved)
    throw new Error(`The new campaign ${id} cannot be published.`)
  await operate(tx, actor, { action: 'campaign.create', target: id, after: input })
  return { id }
}

async function insertCampaign(
  tx: Tx,
  id: string,
  input: CampaignFile & { demo?: boolean; brandId: string },
): Promise<boolean> {
  const reward = rewardColumns(input.reward)
  const hosts = [...new Set([new URL(input.destinationUrl).hostname, ...input.allowedHosts])]
  const { numAffectedRows } = await sql`
    insert into campaign (
      id, brand_id, category_slug, slug, title, summary, public_title, public_description, captions, cover_url, destination_url, allowed_hosts, terms_version,
      reward_click_millicrels, reward_lead_crels, reward_sale_crels, reward_sale_bps, hold_days, cookie_days,
      per_member_cap_crels, member_limit, countries, required_channels, approval, joining_bonus_points,
      starts_at, ends_at, demo
    ) values (
      ${id}, ${input.brandId}, ${input.category}, ${input.slug}, ${input.title}, ${input.summary},
      ${input.publicTitle}, ${input.publicDescription}, ${input.captions}, ${input.coverUrl},
      ${input.destinationUrl}, ${hosts}, 1,
      ${reward.clickMillicrels}, ${reward.leadCrels}, ${reward.saleCrels}, ${reward.saleBps},
      ${input.holdDays}, ${input.cookieDays}, ${input.perMemberCapCrels}, ${input.memberLimit}, ${input.countries},
      ${input.requiredChannels}, ${input.approval}, ${input.joiningBonusPoints},
      coalesce(${input.startsAt}::timestamptz, crels_now()), ${input.endsAt}::timestamptz, ${input.demo ?? false}
    )
    on conflict (slug) do nothing`.execute(tx)
  return numAffectedRows === 1n
}
