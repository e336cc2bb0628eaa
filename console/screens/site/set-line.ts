import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { SiteLine } from '#contracts/operator-site.constants.ts'
import { setOperatedSiteLine } from '#contracts/operator-site.endpoints.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'

/** Sets a line of the site in place of what was seen; where another was faster, what they set is read. */
export function useSetLine(onSet?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      name,
      value,
      seen,
    }: {
      name: SiteLine
      value: string | null
      seen: string | null
    }) => await call(setOperatedSiteLine, { params: { name }, body: { value, seen } }),
    onSuccess: async (_, change) => {
      notifications.show({ message: saved(change) })
      await client.invalidateQueries()
      onSet?.()
    },
    onError: (error) => {
      if (isProblem(error, 'conflict')) void client.invalidateQueries()
    },
  })
}

function saved({ name, value }: { name: SiteLine; value: string | null }): string {
  if (value === null) return m.site_removed()
  return name === 'site.zone' ? m.site_zone_saved({ zone: value }) : m.site_saved()
}
