import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { neverFromMemory } from './never-from-memory.ts'

/**
 * Reads what a screen is about again before an act on it can be confirmed: one that was left open has the counts of then.
 * The dialog of an `ActButton` follows its row.
 */
export function ReadAnew({ of, children }: { of: QueryKey; children: ReactNode }) {
  const client = useQueryClient()
  const read = useQuery({
    queryKey: ['anew', ...of],
    ...neverFromMemory,
    retry: false,
    queryFn: async () => {
      await client.refetchQueries({ queryKey: of, exact: true }, { throwOnError: true })
      return true
    },
  })
  if (read.isPending) return <LoadingState />
  if (read.isError) return <FailureState error={read.error} onRetry={() => void read.refetch()} />
  return children
}
