import { testActor } from './operators.ts'
import type * as z from 'zod'
import { newBrand, type NewBrand } from '#contracts/operator-brands.schemas.ts'
import type { campaignFile } from '#contracts/campaign-file.schemas.ts'
import type { App } from '../server/app.ts'
import {
  createBrand as createBrandCase,
  createBrandKey as createBrandKeyCase,
} from '#server/modules/brands/public.ts'
import { createCampaign as createCampaignCase, readCampaignFile } from '../server/modules/campaigns/public.ts'

let made = 0

/** A brand by the use case; every field has a value unless given. */
export async function createBrand(
  app: Pick<App, 'db'>,
  { demo = false, ...changes }: Partial<NewBrand> & { demo?: boolean } = {},
): Promise<{ id: string; slug: string; name: string }> {
  made += 1
  const input = newBrand.parse({
    slug: `brand-${made}`,
    name: `Brand ${made}`,
    tagline: 'Made for a test',
    about: 'A brand that lives as long as its test.',
    website: 'https://brand.example',
    ...changes,
  })
  const { id } = await app.db
    .transaction()
    .execute(async (tx) => await createBrandCase(tx, testActor, { ...input, demo }))
  return { id, slug: input.slug, name: input.name }
}

/** A key of a brand, as its server sends it. */
export async function createBrandKey(app: Pick<App, 'db'>, brandId: string): Promise<string> {
  const brand = await slugOf(app, brandId)
  const { key } = await app.db
    .transaction()
    .execute(async (tx) => await createBrandKeyCase(tx, testActor, { brand, label: 'test' }))
  return key
}

/** Fields of the campaign's file that differ; `sale`, `leadCrels` and `clickMillicrels` alone are the whole reward. */
export interface NewCampaign extends Partial<Omit<z.input<typeof campaignFile>, 'brand'>> {
  brandId?: string
  sale?: { crels: number } | { bps: number } | null
  leadCrels?: number | null
  clickMillicrels?: number | null
}

/**
 * A campaign by the use case: published, running, with 10 000 crels, 84 crels a sale and 12 a lead by default. Without
 * `brandId` it gets a brand of its own.
 */
export async function createCampaign(
  app: Pick<App, 'db' | 'config'>,
  changes: NewCampaign = {},
): Promise<{ id: string; title: string; brandId: string }> {
  made += 1
  const { brandId = (await createBrand(app)).id, sale, leadCrels, clickMillicrels, ...rest } = changes
  const reward =
    sale === undefined && leadCrels === undefined && clickMillicrels === undefined
      ? { leadCrels: 12, sale: { crels: 84 } }
      : { clickMillicrels: clickMillicrels ?? null, leadCrels: leadCrels ?? null, sale: sale ?? null }
  const input = readCampaignFile({
    category: 'audio',
    title: `Campaign ${made}`,
    summary: 'A campaign that lives as long as its test.',
    terms: '## What counts\nEvery sale and every lead.',
    destinationUrl: 'https://brand.example/landing',
    reward,
    budgetCrels: 10_000,
    publish: true,
    ...rest,
    brand: await slugOf(app, brandId),
  })
  const { id } = await app.db
    .transaction()
    .execute(async (tx) => await createCampaignCase(tx, testActor, input, app.config))
  return { id, title: input.title, brandId }
}

async function slugOf({ db }: Pick<App, 'db'>, brandId: string): Promise<string> {
  const { slug } = await db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  return slug
}
