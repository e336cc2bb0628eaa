import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getOperatedSite } from '#contracts/operator-site.endpoints.ts'
import { call } from './api.ts'

/** The zone whose days lists have: the one that operators chose for the site, or UTC. */
export function useSiteZone() {
  return useQuery({
    queryKey: ['site'],
    queryFn: async ({ signal }) => await call(getOperatedSite, { signal }),
    select: ({ lines }) => lines.find(({ name }) => name === 'site.zone')?.value ?? 'UTC',
  })
}

/** It as a label of days says it: an ellipsis until it is known, or that it could not be read. */
export function useSiteZoneName(): string {
  const { data, isError } = useSiteZone()
  return data ?? (isError ? m.common_zone_unread() : '…')
}

/** Where this browser is. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
