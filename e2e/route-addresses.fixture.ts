import {
  guardAt,
  pageRoutes,
  titleKey,
  type Guard,
  type Layout,
  type PageId,
  type PageRoute,
} from '#contracts/page-routes.ts'
import { m } from '#messages'
import { publicName } from '#rules/public-texts.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { makeGiftCard, makeItem } from '#testing/shop.ts'
import type { TestSite } from '#testing/site.ts'

/** One address to look at: a row of the route table, with each value of a parameter that knows its values. */
export interface Address {
  id: PageId
  path: string
  /** The document's whole title. */
  title: string
  layout: Layout
  guard: Guard
  route: PageRoute
}

/** What the addresses with a parameter lead to. */
export const sampleCampaign = {
  brand: 'Dune & Sons <Ltd>',
  title: 'Earn "84" crels',
  publicTitle: 'Bread & "salt"',
}
export const sampleCategory = { slug: 'food-drink', name: 'Food & drink' }

/** Makes the campaign that the addresses name, with a key of its brand, and stocks the shop. */
export async function makeSamples(site: TestSite): Promise<{ campaignId: string; brandKey: string }> {
  const brand = await createBrand(site, { name: sampleCampaign.brand })
  const { id } = await createCampaign(site, {
    brandId: brand.id,
    title: sampleCampaign.title,
    publicTitle: sampleCampaign.publicTitle,
    category: sampleCategory.slug,
  })
  await makeItem(site, { kind: 'streak_freeze', title: 'Freeze "one" day', points: 10 })
  await makeItem(site, { title: 'A mug & <more>', points: 1_200, memberLimit: 1, stock: 5 })
  await makeGiftCard(site, 0, { title: 'Sold-out card' })
  return { campaignId: id, brandKey: await createBrandKey(site, brand.id) }
}

/** Every address of the table; `:id` is the sample's. */
export const addresses: Address[] = (Object.entries(pageRoutes) as [PageId, PageRoute][]).flatMap(
  ([id, route]) =>
    (route.only ?? [id === 'campaignCategory' ? sampleCategory.slug : '']).map((value) =>
      addressOf(id, route, value),
    ),
)

/** Open pages that are another thing for a member than for a visitor. */
export const differsForMembers = new Set<PageId>(['campaign', 'leaderboard', 'help', 'pointsShop'])

/** The first row of each layout and guard. */
export function oneOfEachKind<T>(rows: readonly (readonly [T, Address])[]): (readonly [T, Address])[] {
  const kinds = new Map(rows.toReversed().map((row) => [`${row[1].layout} ${row[1].guard}`, row]))
  return [...kinds.values()]
}

/** The path of an address once its campaign is made. */
export function pathOf({ path }: Address, { campaignId }: { campaignId: string }): string {
  return path.replace(':id', campaignId)
}

function addressOf(id: PageId, route: PageRoute, value: string): Address {
  const params = { value }
  const path = id === 'campaign' ? route.path : route.path.replace(/:\w+/, value)
  return { id, path, title: titleOf(id, params), layout: route.layout, guard: guardAt(route, params), route }
}

function titleOf(id: PageId, params: Record<string, string>): string {
  const page =
    id === 'campaign'
      ? publicName(sampleCampaign.brand, sampleCampaign.publicTitle)
      : id === 'campaignCategory'
        ? sampleCategory.name
        : (m as unknown as Record<string, () => string>)[titleKey(id, params)]!()
  return m.pages_with_product({ page })
}
