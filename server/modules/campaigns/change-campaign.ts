import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  assertDestination,
  retargetCampaignLinks,
  type DestinationOptions,
} from '#server/modules/shortlinks/public.ts'
import { authorOf, changedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import { offerOf, revisionOf, type Offer } from './campaign-offer.ts'
import { lockCampaign } from './campaign-queries.ts'
import { categoryIsOpen } from './category-queries.ts'
import { dropCover, holdCover } from './cover-file.ts'
import { membersToAgree, renewSameTerms } from './enrolment-queries.ts'
import { assertNotBlocked, invalid, unknown } from './invalid-campaign.ts'
import { rewardColumns } from './reward-columns.ts'
import { settleState } from './settle-state.ts'
import { campaignFacts } from './campaign-facts.ts'

export interface CampaignChange {
  campaignId: string
  changes: CampaignChanges
  /** Why, for the record. */
  reason: string
  /** As the log names it: an edit unless given. */
  action?: 'campaign.edit' | 'campaign.picture'
  /** The revision that who changes it has seen; another one by now is `conflict`. */
  seen?: number | undefined
}

export interface ChangedCampaign {
  /** Fields that are other than they were. */
  changed: string[]
  /** What members agree to from now on; higher than before when terms, reward, hold or cookie changed. */
  termsVersion: number
}

/** What a member agrees to by joining: a change of one of these is another version of the terms. */
const agreed = ['terms', 'reward', 'holdDays', 'cookieDays'] as const

/**
 * Changes what a campaign offers from now on. Who is in it keeps the terms, reward, hold and cookie they agreed to
 * until they agree to the new version; who agreed to just that before it was changed, and holds it still, is in the new
 * version at once. Tracking links that led to the old destination lead to the new one. Throws `not_found`, `conflict` for
 * one that is over or a start that has passed, and `validation_failed`.
 */
export async function changeCampaign(
  tx: Tx,
  actor: OperatorActor,
  { campaignId, changes, reason, action = 'campaign.edit', seen }: CampaignChange,
  destinations: DestinationOptions,
): Promise<ChangedCampaign> {
  const locked = await lockCampaign(tx, campaignId)
  if (!locked) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  if (seen !== undefined && (await revisionOf(tx, campaignId)) !== seen)
    throw await changedBefore(tx, campaignId, 'this campaign')
  const { state } = await settleState(tx, locked)
  if (state === 'ended' || state === 'archived')
    throw problem('conflict', { detail: `A campaign that is ${state} is not changed any more.` })
  const before = await offerOf(tx, locked)
  const wanted = { ...before, ...changes, ...destinationOf(before, changes, destinations) }
  const changed = (Object.keys(before) as (keyof Offer)[]).filter(
    (field) => !isDeepStrictEqual(before[field], wanted[field]),
  )
  if (changed.length === 0) return { changed, termsVersion: locked.termsVersion }
  await assertPossible(tx, wanted, { changed, state })

  await operate(tx, actor, {
    action,
    target: campaignId,
    before: picked(before, changed),
    after: picked(wanted, changed),
    reason,
  })
  const isNewOffer = agreed.some((field) => changed.includes(field))
  const termsVersion = locked.termsVersion + (isNewOffer ? 1 : 0)
  if (isNewOffer)
    await sql`
      insert into campaign_terms (campaign_id, version, markdown)
      values (${campaignId}, ${termsVersion}, ${wanted.terms})`.execute(tx)
  await write(tx, campaignId, wanted, termsVersion)
  if (changed.includes('coverUrl')) await dropCover(tx, before.coverUrl)
  if (changed.includes('destinationUrl'))
    await retargetCampaignLinks(tx, campaignId, before.destinationUrl, wanted.destinationUrl)
  await sql`
    insert into campaign_change (campaign_id, author, reason, fields, terms_version)
    values (${campaignId}, ${authorOf(actor)}, ${reason}, ${changed}, ${termsVersion})`.execute(tx)
  if (isNewOffer) {
    await renewSameTerms(tx, campaignId)
    await notifyMembersToAgree(tx, campaignId, changed)
  }
  // Another end, or a reward that the budget does not cover any more, may be another state.
  await settleState(tx, (await lockCampaign(tx, campaignId))!)
  return { changed, termsVersion }
}

function picked(offer: Offer, fields: (keyof Offer)[]): object {
  return Object.fromEntries(fields.map((field) => [field, offer[field]]))
}

/** Notifies active members of the terms they may accept; an applicant joins under the old terms first. */
async function notifyMembersToAgree(tx: Tx, campaignId: string, changed: string[]): Promise<void> {
  const fields = agreed.filter((field) => changed.includes(field))
  const facts = { ...(await campaignFacts(tx, campaignId)), fields }
  await notifyMembers(tx, await membersToAgree(tx, campaignId), { kind: 'terms_changed', facts })
}

/** The wanted destination, the hosts with its own first, and times as the database has them. */
function destinationOf(before: Offer, changes: CampaignChanges, options: DestinationOptions): Partial<Offer> {
  const { destinationUrl, allowedHosts, startsAt, endsAt } = changes
  const url =
    destinationUrl === undefined ? before.destinationUrl : assertDestination(destinationUrl, options)
  const hosts = new Set([new URL(url).hostname, ...(allowedHosts ?? before.allowedHosts)])
  // The old destination's own host goes with it, unless the change names it.
  if (allowedHosts === undefined && url !== before.destinationUrl) {
    const old = new URL(before.destinationUrl).hostname
    if (old !== new URL(url).hostname) hosts.delete(old)
  }
  return {
    destinationUrl: url,
    allowedHosts: [...hosts],
    ...(startsAt && { startsAt: new Date(startsAt).toISOString() }),
    ...(endsAt && { endsAt: new Date(endsAt).toISOString() }),
  }
}

async function assertPossible(
  tx: Tx,
  { category, coverUrl, destinationUrl, startsAt, endsAt }: Offer,
  { changed, state }: { changed: (keyof Offer)[]; state: string },
): Promise<void> {
  if (changed.includes('category') && !(await categoryIsOpen(tx, category)))
    throw unknown('category', category)
  if (changed.includes('coverUrl')) await holdCover(tx, coverUrl)
  if (changed.includes('destinationUrl')) await assertNotBlocked(tx, destinationUrl)
  if (changed.includes('startsAt') && state !== 'draft' && state !== 'scheduled')
    throw problem('conflict', { detail: 'It has begun: its start stays.' })
  if (endsAt === null) return
  const end = Date.parse(endsAt)
  if (end <= Date.parse(startsAt)) throw invalid('endsAt', 'comes before its start')
  if (changed.includes('endsAt') && end <= (await databaseNow(tx)).getTime())
    throw invalid('endsAt', 'is past; to end it now, use the state')
}

async function write(tx: Tx, id: string, offer: Offer, termsVersion: number): Promise<void> {
  const reward = rewardColumns(offer.reward)
  await sql`
    update campaign set
      category_slug = ${offer.category}, title = ${offer.title}, summary = ${offer.summary}, cover_url = ${offer.coverUrl},
      public_title = ${offer.publicTitle}, public_description = ${offer.publicDescription}, captions = ${offer.captions},
      destination_url = ${offer.destinationUrl}, allowed_hosts = ${offer.allowedHosts}, terms_version = ${termsVersion},
      reward_click_millicrels = ${reward.clickMillicrels}, reward_lead_crels = ${reward.leadCrels},
      reward_sale_crels = ${reward.saleCrels}, reward_sale_bps = ${reward.saleBps},
      hold_days = ${offer.holdDays}, cookie_days = ${offer.cookieDays},
      per_member_cap_crels = ${offer.perMemberCapCrels}, member_limit = ${offer.memberLimit},
      countries = ${offer.countries}, required_channels = ${offer.requiredChannels}, approval = ${offer.approval},
      joining_bonus_points = ${offer.joiningBonusPoints}, starts_at = ${offer.startsAt}, ends_at = ${offer.endsAt}
    where id = ${id}`.execute(tx)
}
