import { demoActor } from './demo-platforms.ts'
import type { Config } from '../config.ts'
import { createBrand, setBrandLogo } from '../modules/brands/public.ts'
import { createCampaign, readCampaignFile, setCampaignState } from '../modules/campaigns/public.ts'
import type { Tx } from '../platform/database.ts'
import { filesPrefix } from '../platform/files/stored-files.ts'
import { demoBrands } from './content/brands.ts'
import { demoCampaigns } from './content/campaigns/all-campaigns.ts'
import type { DemoCampaign } from './content/demo-content.ts'
import type { DemoPictures } from './draw-pictures.ts'
import { inTheirTime } from './demo-time.ts'
import { dayMs } from '#rules/utc-date.ts'

export async function loadBrands(tx: Tx, { logos, files }: DemoPictures): Promise<void> {
  for (const { slug, name, tagline, about, host, colours, country } of demoBrands) {
    await createBrand(tx, demoActor, {
      slug,
      name,
      tagline,
      about,
      website: `https://${host}/`,
      colors: { ...colours },
      country,
      demo: true,
    })
    await setBrandLogo(tx, { brand: slug, key: logos.get(slug)! }, { files })
  }
}

/** Makes the campaigns, each the day before it starts; answers their ids by key. */
export async function loadCampaigns(
  tx: Tx,
  config: Pick<Config, 'publicOrigin' | 'allowLocalDestinations'>,
  { anchor, pictures: { covers, files } }: { anchor: Date; pictures: DemoPictures },
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const demo of demoCampaigns) {
    const startsAt = new Date(anchor.getTime() + demo.startDay * dayMs)
    const madeAt = new Date(Math.min(anchor.getTime(), startsAt.getTime()) - dayMs)
    const cover = covers.get(demo.key)!
    await files.keep(tx, cover)
    const file = readCampaignFile({
      ...campaignOf(demo, config),
      startsAt: startsAt.toISOString(),
      endsAt: endOf(demo, anchor),
      coverUrl: filesPrefix + cover,
    })
    const { id } = await inTheirTime(
      tx,
      madeAt,
      async () => await createCampaign(tx, demoActor, { ...file, demo: true }, config),
    )
    ids.set(demo.key, id)
  }
  return ids
}

/** Pauses what the demo shows paused; the other states come by time and budget. */
export async function settleCampaigns(tx: Tx, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const { key, intent } of demoCampaigns)
    if (intent === 'paused')
      await setCampaignState(tx, demoActor, { campaignId: ids.get(key)!, action: 'pause' })
}

function campaignOf(demo: DemoCampaign, config: Pick<Config, 'publicOrigin' | 'allowLocalDestinations'>) {
  const { clickMillicrels = null, leadCrels = null, saleCrels, saleBps } = demo.reward
  const host = demoBrands.find(({ slug }) => slug === demo.brand)!.host
  return {
    brand: demo.brand,
    category: demo.category,
    slug: demo.key,
    title: demo.title,
    summary: demo.summary,
    publicTitle: demo.publicTitle,
    publicDescription: demo.publicDescription,
    captions: [...demo.captions],
    terms: demo.terms,
    // On a machine of one's own a follower reaches a page that can report a sale; elsewhere the brand's, which is none.
    destinationUrl: config.allowLocalDestinations
      ? `${config.publicOrigin}/dev/brand/${demo.brand}?page=${encodeURIComponent(demo.landingPath)}`
      : `https://${host}${demo.landingPath}`,
    reward: {
      clickMillicrels,
      leadCrels,
      sale: saleCrels ? { crels: saleCrels } : saleBps ? { bps: saleBps } : null,
    },
    holdDays: demo.holdDays,
    cookieDays: demo.cookieDays,
    budgetCrels: demo.budgetCrels,
    perMemberCapCrels: demo.perMemberCapCrels ?? null,
    memberLimit: demo.memberLimit ?? null,
    countries: [...demo.countries],
    requiredChannels: [...demo.requiredChannels],
    approval: demo.approval,
    joiningBonusPoints: demo.joiningBonusPoints ?? 0,
    publish: true,
  }
}

function endOf({ endDay }: DemoCampaign, anchor: Date): string | null {
  return endDay === undefined ? null : new Date(anchor.getTime() + endDay * dayMs).toISOString()
}
