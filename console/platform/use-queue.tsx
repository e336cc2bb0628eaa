import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { homeQuery } from './home-query.ts'

type Queue = OperatorHome['queues'][number]

/**
 * What waits in a queue, as Home counts it, for the head of its screen: `none` only where it was counted and nothing
 * waits. `limitHours` is null also before it is known; where it never was, the summary says so.
 */
export function useQueue(
  name: OperatorQueue,
  words: {
    waiting: (queue: Queue) => string
    none: string
    /** Said where nothing of the queue is known; that its count is not, without it. */
    unread?: string
  },
): { summary: ReactNode; limitHours: number | null } {
  const { data, isPending, isError } = useQuery({
    ...homeQuery,
    select: ({ queues }) => queues.find(({ queue }) => queue === name),
  })
  return { summary: summaryOf(), limitHours: data?.limitHours ?? null }

  function summaryOf(): ReactNode {
    // As high as what comes, so that the list does not move.
    if (isPending) return '\u00A0'
    if (isError) return <strong>{(!data && words.unread) || m.common_count_unread()}</strong>
    return data && data.count > 0 ? words.waiting(data) : words.none
  }
}
