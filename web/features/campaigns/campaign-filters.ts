import { channelPlatforms, type ChannelPlatform } from '#contracts/taxonomies.ts'

/**
 * What a list can be sorted by; `new` holds only campaigns that started within 30 days, `for_me` those I could join,
 * `suggested` all with those first, `match` goes by the words that are searched.
 */
export const campaignSorts = ['popular', 'new', 'ending', 'match', 'for_me', 'suggested'] as const
export type CampaignSort = (typeof campaignSorts)[number]

/** What a campaign can pay for. */
export const rewardKinds = ['sale', 'lead', 'click'] as const
export type RewardKind = (typeof rewardKinds)[number]

/** The filters of a list, as its address has them. */
export interface CampaignFilters {
  q?: string
  category?: string
  /** A brand's slug. */
  brand?: string
  reward?: RewardKind
  /** ISO 3166 alpha-2. */
  country?: string
  channel?: ChannelPlatform
  sort: CampaignSort
}

/** Longest search the API accepts. */
export const searchLengthMax = 100

/** The order of a list where none is asked for: what matches best where words are searched, what suits me elsewhere. */
export function sortUnasked(q: string | undefined): CampaignSort {
  return q ? 'match' : 'suggested'
}

/** Reads the filters from an address; what makes no sense there counts as not set. */
export function readFilters(search: URLSearchParams): CampaignFilters {
  const q = search.get('q')?.trim().slice(0, searchLengthMax) || undefined
  const country = search.get('country')?.toUpperCase()
  const sort = campaignSorts.find((name) => name === search.get('sort'))
  return {
    q,
    category: slugIn(search, 'category'),
    brand: slugIn(search, 'brand'),
    reward: rewardKinds.find((kind) => kind === search.get('reward')),
    country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    channel: channelPlatforms.find((platform) => platform === search.get('channel')),
    sort: sort === undefined || (sort === 'match' && !q) ? sortUnasked(q) : sort,
  }
}

function slugIn(search: URLSearchParams, name: string): string | undefined {
  const slug = search.get(name)
  return slug && /^[a-z0-9-]{1,60}$/.test(slug) ? slug : undefined
}

/** The address's query after a change; other parameters stay, unset and default ones are left out. */
export function withFilters(search: URLSearchParams, change: Partial<CampaignFilters>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  const { sort, q } = readFilters(next)
  if (sort === sortUnasked(q)) next.delete('sort')
  return next
}

/** What narrows a list; sorting does not. */
export const narrowing = ['q', 'category', 'brand', 'reward', 'country', 'channel'] as const

/** How many filters narrow the list, without those the page itself fixes or shows elsewhere. */
export function countFilters(
  filters: CampaignFilters,
  except: readonly (typeof narrowing)[number][] = [],
): number {
  return narrowing.filter((name) => filters[name] !== undefined && !except.includes(name)).length
}
