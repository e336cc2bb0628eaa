import { demoActor } from './demo-platforms.ts'
import { createHash } from 'node:crypto'
import { decideApplication, joinCampaign, leaveCampaign } from '../modules/campaigns/public.ts'
import { refundConversion, reportConversion, unlockDueEarnings } from '../modules/conversions/public.ts'
import { linksOfEnrolments } from '../modules/shortlinks/public.ts'
import type { ClickPath } from '../modules/clicks/public.ts'
import type { Tx } from '../platform/database.ts'
import { demoCampaigns } from './content/campaigns/all-campaigns.ts'
import type { DemoClick, DemoConversion, DemoEnrolment, DemoHistory } from './content/demo-content.ts'
import { inOrder, type Moment } from './demo-time.ts'
import { demoBrandIds } from './demo-queries.ts'
import type { DemoActor } from './load-members.ts'
import { dayMs } from '#rules/utc-date.ts'

export interface Replay {
  history: DemoHistory
  anchor: Date
  /** Campaign ids by key. */
  campaigns: ReadonlyMap<string, string>
  members: ReadonlyMap<string, DemoActor>
  /** What else happened before the clicks, and after them. */
  early: Moment[]
  late: Moment[]
  /** Loads the clicks, given the link of each enrolment by key; answers click ids by key. */
  clicks(links: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>>
}

/** Lets the history happen again in its order: joining, then clicks, then conversions with the unlocks between them. */
export async function replayHistory(
  tx: Tx,
  { history, anchor, campaigns, members, early, late, clicks }: Replay,
): Promise<void> {
  const enrolmentIds = new Map<string, string>()
  await inOrder(tx, [
    ...history.enrolments.flatMap((enrolment) =>
      enrolmentMoments(
        tx,
        enrolment,
        campaigns.get(enrolment.campaign)!,
        members.get(enrolment.creator)!,
        enrolmentIds,
      ),
    ),
    ...early,
  ])
  const links = await linksOfEnrolments(tx, [...enrolmentIds.values()])
  const linkIds = new Map(
    [...enrolmentIds].flatMap(([key, id]) => (links.has(id) ? [[key, links.get(id)!.id] as const] : [])),
  )
  const clickIds = await clicks(linkIds)
  const brands = await demoBrandIds(tx)
  await inOrder(tx, [
    ...history.conversions.flatMap((conversion) => conversionMoments(tx, conversion, brands, clickIds)),
    ...unlockMoments(tx, history, anchor),
    ...late,
    // Who left did so after their last conversion.
    ...history.enrolments.flatMap(({ leftAt, campaign, creator }) =>
      leftAt
        ? [
            {
              at: leftAt,
              happen: async () =>
                await leaveCampaign(tx, members.get(creator)!, { campaignId: campaigns.get(campaign)! }),
            },
          ]
        : [],
    ),
  ])
}

/** Records the clicks and loads them; answers their ids by key. */
export async function loadClicks(
  path: Pick<ClickPath, 'recordPast' | 'flush'>,
  clicks: readonly DemoClick[],
  links: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { key, enrolment, at, visitor, country, device, referrer, sub, uncountable } of clicks) {
    const clickId = path.recordPast({
      at,
      linkId: links.get(enrolment)!,
      visitor: createHash('sha256').update(visitor).digest('hex').slice(0, 32),
      reason: uncountable === 'crawler' ? 'bot' : uncountable,
      country,
      device,
      referrerHost: referrer,
      subId: sub,
    })
    ids.set(key, clickId)
  }
  await path.flush()
  return ids
}

function enrolmentMoments(
  tx: Tx,
  { key, appliedAt, state, decidedAt, note }: DemoEnrolment,
  campaignId: string,
  actor: DemoActor,
  ids: Map<string, string>,
): Moment[] {
  const join = async () => {
    const { enrolment } = await joinCampaign(tx, actor, { campaignId })
    ids.set(key, enrolment.id)
  }
  const decide = async () =>
    await decideApplication(
      tx,
      demoActor,
      { enrolmentId: ids.get(key)!, approve: state !== 'declined', reason: note },
      // Its reasons are made up.
      {},
    )
  return [{ at: appliedAt, happen: join }, ...(decidedAt ? [{ at: decidedAt, happen: decide }] : [])]
}

function conversionMoments(
  tx: Tx,
  { eventId, click, type, usdCents, at, refundedAt, enrolment }: DemoConversion,
  brands: ReadonlyMap<string, string>,
  clickIds: ReadonlyMap<string, string>,
): Moment[] {
  const campaign = demoCampaigns.find(({ key }) => key === enrolment.split('/')[1])!
  const brand = { brandId: brands.get(campaign.brand)! }
  const amount = usdCents === undefined ? undefined : { currency: 'USD' as const, minor: usdCents }
  const report = async () =>
    await reportConversion(tx, brand, { eventId, clickId: clickIds.get(click)!, type, amount })
  const refund = async () => await refundConversion(tx, brand, { eventId })
  return [{ at, happen: report }, ...(refundedAt ? [{ at: refundedAt, happen: refund }] : [])]
}

/** The unlock job as it ran, once a day. */
function unlockMoments(tx: Tx, { enrolments }: DemoHistory, anchor: Date): Moment[] {
  const moments: Moment[] = []
  for (let at = enrolments[0]!.appliedAt.getTime() + dayMs; at <= anchor.getTime(); at += dayMs) {
    const day = new Date(at)
    moments.push({ at: day, happen: async () => await unlockDueEarnings(tx, day) })
  }
  return [...moments, { at: anchor, happen: async () => await unlockDueEarnings(tx, anchor) }]
}
