import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { Campaign, CampaignCard, CampaignPage } from '#contracts/campaigns.schemas.ts'
import { getBrand } from '#contracts/brands.endpoints.ts'
import {
  getCampaign,
  getPublicCampaign,
  listCampaigns,
  listCategories,
} from '#contracts/campaigns.endpoints.ts'
import { call } from '#web/platform/api.ts'
import type { CampaignFilters } from '../campaign-filters.ts'

type MyEnrolment = CampaignCard['enrolment']

/** Where campaigns are kept in the cache. */
export const campaignKeys = {
  lists: ['campaigns', 'list'] as const,
  list: (filters: CampaignFilters) => ['campaigns', 'list', filters] as const,
  one: (id: string) => ['campaigns', 'one', id] as const,
  publicOne: (id: string) => ['campaigns', 'public', id] as const,
  categories: ['campaigns', 'categories'] as const,
  brand: (slug: string) => ['campaigns', 'brand', slug] as const,
}

const pageSize = 18

/** Campaigns that fit the filters, page by page. While a changed filter loads, the list before it stays. */
export function useCampaigns(filters: CampaignFilters) {
  return useInfiniteQuery({
    queryKey: campaignKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      call(listCampaigns, { query: { ...filters, cursor: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/**
 * The first few of a list: suggestions. With `profile`, what of it the server looks at: the list is asked for again
 * when that changes, and not before it is known.
 */
export function useFewCampaigns(
  filters: CampaignFilters,
  limit: number,
  profile: { isKnown: boolean; parts?: unknown[] } = { isKnown: true },
) {
  return useQuery({
    queryKey: [...campaignKeys.lists, 'few', filters, limit, profile.parts],
    queryFn: ({ signal }) => call(listCampaigns, { query: { ...filters, limit }, signal }),
    staleTime: 60_000,
    enabled: profile.isKnown,
  })
}

/** One campaign as a member sees it: requirements and one's own enrolment. */
export function useCampaign(id: string, enabled: boolean) {
  return useQuery({
    queryKey: campaignKeys.one(id),
    queryFn: ({ signal }) => call(getCampaign, { params: { id }, signal }),
    enabled,
    meta: { live: ['campaign'] },
    // A person comes back from "Fix": what is asked of them is never an old answer.
    refetchOnMount: 'always',
  })
}

/** What a list knows of a campaign that was opened from it, before its own answer is there. */
export function useListedCampaign(id: string): CampaignCard | undefined {
  const lists = useQueryClient().getQueriesData<CampaignPage | InfiniteData<CampaignPage>>({
    queryKey: campaignKeys.lists,
  })
  return lists
    .flatMap(([, list]) => (list === undefined ? [] : 'pages' in list ? list.pages : [list]))
    .flatMap(({ items }) => items)
    .find((campaign) => campaign.id === id)
}

/** One campaign as everyone sees it. */
export function usePublicCampaign(id: string, enabled: boolean) {
  return useQuery({
    queryKey: campaignKeys.publicOne(id),
    queryFn: ({ signal }) => call(getPublicCampaign, { params: { id }, signal }),
    enabled,
  })
}

/** A brand with what runs there. */
export function useBrand(slug: string) {
  return useQuery({
    queryKey: campaignKeys.brand(slug),
    queryFn: ({ signal }) => call(getBrand, { params: { slug }, signal }),
    staleTime: 5 * 60_000,
  })
}

/** Every category with the number of campaigns open in it. */
export function useCategories() {
  return useQuery({
    queryKey: campaignKeys.categories,
    queryFn: ({ signal }) => call(listCategories, { signal }),
    staleTime: 10_000,
  })
}

/**
 * Writes a changed enrolment into every campaign that is in the cache, so that cards and page agree at once. The
 * mutation that changed it has the campaign itself (places, requirements) read again.
 */
export function rememberEnrolment(client: QueryClient, campaignId: string, enrolment: MyEnrolment): void {
  const change = <C extends CampaignCard>(campaign: C): C =>
    campaign.id === campaignId ? { ...campaign, enrolment } : campaign
  client.setQueryData<Campaign>(campaignKeys.one(campaignId), (old) => old && change(old))
  client.setQueriesData<CampaignPage | InfiniteData<CampaignPage>>(
    { queryKey: campaignKeys.lists },
    (old) => {
      if (!old) return old
      if ('pages' in old)
        return {
          ...old,
          pages: old.pages.map((page) => ({ ...page, items: page.items.map((item) => change(item)) })),
        }
      return { ...old, items: old.items.map((item) => change(item)) }
    },
  )
}
