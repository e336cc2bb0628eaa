import * as z from 'zod/mini'
import type {
  BrandDetail,
  BrandList,
  Campaign,
  CampaignPage,
  CategoryList,
  PublicCampaign,
} from './campaigns.responses.ts'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { channelPlatforms } from './taxonomies.ts'

const tag = 'campaigns'
const slug = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/))
const params = z.object({ id: idSchema('campaign') })

/** What a list of campaigns can be filtered and sorted by; the browser keeps these in its address. */
export const campaignFilters = {
  /**
   * Where words are searched, what matches best comes first unless another order is asked for; else the popular.
   * `for_me` holds only what I could join, with what suits my industries and channels first.
   */
  sort: z.optional(z.enum(['popular', 'new', 'ending', 'match', 'for_me'])),
  category: z.optional(slug),
  brand: z.optional(slug),
  /** Words in the title, summary or the brand's name. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  reward: z.optional(z.enum(['click', 'lead', 'sale'])),
  /** ISO 3166 alpha-2: campaigns open to people there. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** Campaigns that somebody with this channel alone may join. */
  channel: z.optional(z.enum(channelPlatforms)),
}

export const listCampaigns = endpoint<CampaignPage>()({
  id: 'listCampaigns',
  method: 'GET',
  path: '/api/v1/campaigns',
  access: 'bearer',
  summary:
    'Campaigns a member can see, with one’s own enrolment; `sort=new` lists those started within 30 days, `sort=for_me` those I could join.',
  tag,
  query: z.object({ ...campaignFilters, ...pageQuery }),
})

export const getCampaign = endpoint<Campaign>()({
  id: 'getCampaign',
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  access: 'bearer',
  summary: 'One campaign with its terms, what joining needs of me, and my enrolment.',
  tag,
  params,
})

export const getPublicCampaign = endpoint<PublicCampaign>()({
  id: 'getPublicCampaign',
  method: 'GET',
  path: '/api/v1/public/campaigns/{id}',
  access: 'public',
  summary: 'What a visitor may see of a campaign.',
  tag,
  params,
})

export const listCategories = endpoint<CategoryList>()({
  id: 'listCategories',
  method: 'GET',
  path: '/api/v1/campaigns/categories',
  access: 'bearer',
  summary: 'Categories with the number of campaigns open in each.',
  tag,
})

export const listBrands = endpoint<BrandList>()({
  id: 'listBrands',
  method: 'GET',
  path: '/api/v1/brands',
  access: 'public',
  summary: 'Brands with campaigns.',
  tag: 'brands',
})

export const getBrand = endpoint<BrandDetail>()({
  id: 'getBrand',
  method: 'GET',
  path: '/api/v1/brands/{slug}',
  access: 'public',
  summary: 'A brand and its open campaigns.',
  tag: 'brands',
  params: z.object({ slug }),
})
