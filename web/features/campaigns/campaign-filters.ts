/** What a list can be sorted by; `new` holds only campaigns that started within 30 days. */
export const campaignSorts = ['popular', 'new', 'ending'] as const
export type CampaignSort = (typeof campaignSorts)[number]

/** What a campaign can pay for. */
export const rewardKinds = ['sale', 'lead', 'click'] as const
export type RewardKind = (typeof rewardKinds)[number]

/** The filters of a list, as they stand in its address. */
export interface CampaignFilters {
  q?: string
  category?: string
  reward?: RewardKind
  /** ISO 3166 alpha-2. */
  country?: string
  sort: CampaignSort
}

/** Longest search the API accepts. */
export const searchLengthMax = 100

/** Reads the filters from an address; what makes no sense there counts as not set. */
export function readFilters(search: URLSearchParams): CampaignFilters {
  const q = search.get('q')?.trim().slice(0, searchLengthMax)
  const category = search.get('category')
  const country = search.get('country')?.toUpperCase()
  return {
    q: q || undefined,
    category: category && /^[a-z0-9-]{1,60}$/.test(category) ? category : undefined,
    reward: rewardKinds.find((kind) => kind === search.get('reward')),
    country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    sort: campaignSorts.find((sort) => sort === search.get('sort')) ?? 'popular',
  }
}

/** The address's query after a change; other parameters stay, unset and default ones are left out. */
export function withFilters(search: URLSearchParams, change: Partial<CampaignFilters>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (!value || (name === 'sort' && value === 'popular')) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** How many filters narrow the list; sorting does not, and neither does what the page itself fixes. */
export function countFilters(
  filters: CampaignFilters,
  except: readonly (keyof CampaignFilters)[] = [],
): number {
  const narrowing = ['q', 'category', 'reward', 'country'] as const
  return narrowing.filter((name) => filters[name] !== undefined && !except.includes(name)).length
}
