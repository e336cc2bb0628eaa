import { useQuery } from '@tanstack/react-query'
import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { listShortlinks } from '#contracts/shortlinks.endpoints.ts'
import { call } from '#web/platform/api.ts'
import type { PaletteItem } from './palette-items.ts'

const shown = 5

/** Campaigns of a few typed letters; none while nothing is typed. */
export function usePaletteCampaigns(q: string) {
  return useQuery({
    queryKey: ['palette', 'campaigns', q],
    queryFn: ({ signal }) => call(listCampaigns, { query: { q, limit: shown }, signal }),
    enabled: q !== '',
    select: ({ items }): PaletteItem[] =>
      items.map((campaign) => ({
        id: campaign.id,
        label: campaign.title,
        campaign,
        to: paths.campaign(campaign.id),
      })),
  })
}

/** My links of a few typed letters. */
export function usePaletteLinks(q: string) {
  return useQuery({
    queryKey: ['palette', 'links', q],
    queryFn: ({ signal }) => call(listShortlinks, { query: { q, limit: shown }, signal }),
    enabled: q !== '',
    select: ({ items }): PaletteItem[] =>
      items.map(({ id, code, title }) => ({
        id,
        label: title ?? `/s/${code}`,
        detail: title ? `/s/${code}` : undefined,
        to: withQuery(paths.shortlinks, { link: id }),
      })),
  })
}
