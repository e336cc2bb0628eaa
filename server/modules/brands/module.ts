import * as brands from '#contracts/brands.endpoints.ts'
import type { BrandList } from '#contracts/brands.schemas.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import { getBrand, listBrands, type CampaignsOfBrands } from './brand-pages.ts'

/** Counting reads every running campaign, and the list of brands is public: done at most this often. */
const countsTtlMs = 10_000

/** Brands and their pages; which campaigns run comes from campaigns, above them. */
export function brandsModule(above: CampaignsOfBrands): Module {
  const lists = new ExpiringCache<BrandList>({ ttlMs: countsTtlMs, entriesMax: 1 })
  return {
    routes: [
      bind(brands.listBrands, ({ db, clock }) =>
        lists.get('all', async () => await listBrands(db, clock.now(), above)),
      ),
      bind(brands.getBrand, ({ db, params, clock }) => getBrand(db, params.slug, clock.now(), above)),
    ],
  }
}
