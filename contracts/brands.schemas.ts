import * as z from 'zod/mini'
import { brandCard, publicCard, slug } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'

const tag = 'brands'

export const brandList = z.object({
  items: z.array(z.extend(brandCard, { tagline: z.string(), campaigns: z.int() })),
})
export type BrandList = z.output<typeof brandList>
export const brandDetail = z.extend(brandCard, {
  tagline: z.string(),
  about: z.string(),
  website: z.string(),
  campaigns: z.array(publicCard),
})
export type BrandDetail = z.output<typeof brandDetail>

export const brandSchemas = {
  listBrands: {
    summary: 'Brands with campaigns.',
    tag,
    responses: { 200: brandList },
  },
  getBrand: {
    summary: 'A brand and its open campaigns.',
    tag,
    params: z.object({ slug }),
    responses: { 200: brandDetail },
  },
} satisfies Record<string, EndpointSchemas>
