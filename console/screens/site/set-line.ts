import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { SiteLine } from '#contracts/operator-site.constants.ts'
import { setOperatedSiteLine } from '#contracts/operator-site.endpoints.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { sayDone } from '#console/ui/say-done.tsx'

interface LineChange {
  name: SiteLine
  value: string | null
  /** What it replaces. */
  seen: string | null
  isUndo?: true
}

/**
 * Sets a line of the site in place of what was seen, which can be undone; where another was faster, what they set is
 * read.
 */
export function useSetLine(onSet?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: set,
    onSuccess: async (_, change) => {
      const { name, value, seen } = change
      sayDone({
        said: saved(change),
        outcomes: oneDone(name, async () => await set({ name, value: seen, seen: value, isUndo: true })),
        onUndone: () => void client.invalidateQueries(),
      })
      await client.invalidateQueries()
      onSet?.()
    },
    onError: (error) => {
      if (isProblem(error, 'conflict')) void client.invalidateQueries()
    },
  })
}

async function set({ name, ...body }: LineChange): Promise<unknown> {
  return await call(setOperatedSiteLine, { params: { name }, body })
}

function saved({ name, value }: LineChange): string {
  if (value === null) return m.site_removed()
  return name === 'site.zone' ? m.site_zone_saved({ zone: value }) : m.site_saved()
}
