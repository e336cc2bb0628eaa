import type { App } from '../server/app.ts'
import {
  brandFile,
  createBrand as createBrandCase,
  createBrandKey as createBrandKeyCase,
  createCampaign as createCampaignCase,
  readCampaignFile,
  type BrandFile,
  type NewBrandKey,
} from '../server/modules/campaigns/public.ts'

type Parts = Pick<App, 'db' | 'config'>

let made = 0

/** A brand by the use case; every field has a value unless given. */
export async function createBrand(
  app: Pick<App, 'db'>,
  changes: Partial<BrandFile> = {},
): Promise<{ id: string; slug: string; name: string }> {
  made += 1
  const input = brandFile.parse({
    slug: `brand-${made}`,
    name: `Brand ${made}`,
    tagline: 'Made for a test',
    about: 'A brand that lives as long as its test.',
    website: 'https://brand.example',
    ...changes,
  })
  const { id } = await app.db.transaction().execute(async (tx) => await createBrandCase(tx, input))
  return { id, slug: input.slug, name: input.name }
}

/** A key of a brand (by slug), and the headers of its server's calls. */
export async function createBrandKey(
  app: Pick<App, 'db'>,
  brand: string,
): Promise<NewBrandKey & { headers: { authorization: string } }> {
  const made = await app.db
    .transaction()
    .execute(async (tx) => await createBrandKeyCase(tx, { brand, label: 'test' }))
  return { ...made, headers: { authorization: `Bearer ${made.key}` } }
}

export interface TestCampaign {
  id: string
  title: string
  brand: { slug: string }
}

/**
 * A campaign by the use case: published, running, with 10 000 crels, 84 crels a sale and 12 a lead, unless `changes`
 * (fields of the campaign's file) say otherwise. Without `brand` it gets one of its own.
 */
export async function createCampaign(
  app: Parts,
  changes: Record<string, unknown> = {},
): Promise<TestCampaign> {
  made += 1
  const brand = (changes.brand as string | undefined) ?? (await createBrand(app)).slug
  const input = readCampaignFile({
    category: 'audio',
    title: `Campaign ${made}`,
    summary: 'Earn 84 crels a sale and 12 crels a lead.',
    terms: '## What counts\nEvery sale.',
    destinationUrl: 'https://brand.example/landing',
    reward: { leadCrels: 12, sale: { crels: 84 } },
    budgetCrels: 10_000,
    publish: true,
    ...changes,
    brand,
  })
  const { id } = await app.db
    .transaction()
    .execute(async (tx) => await createCampaignCase(tx, input, app.config))
  return { id, title: input.title, brand: { slug: brand } }
}
