import { useQuery } from '@tanstack/react-query'
import { getOperatedSite } from '#contracts/operator-site.endpoints.ts'
import { call } from './api.ts'

/** The zone whose days lists have: the one that operators chose for the site, or UTC; null until it is known. */
export function useSiteZone(): string | null {
  const { data, isPending } = useQuery({
    queryKey: ['site'],
    queryFn: async ({ signal }) => await call(getOperatedSite, { signal }),
  })
  if (isPending) return null
  return data?.lines.find(({ name }) => name === 'site.zone')?.value ?? 'UTC'
}

/** Where this browser is. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
