import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  listOperatorViews,
  removeOperatorView,
  renameOperatorView,
  saveOperatorView,
} from '#contracts/operator-desk.endpoints.ts'
import type { OperatorView } from '#contracts/operator-desk.schemas.ts'
import { call } from '#console/platform/api.ts'

const none: readonly OperatorView[] = []

/** The views of a list that the operator saved: kept by the server, so that they are in each of their browsers. */
export function useSavedViews(list: string) {
  const client = useQueryClient()
  const queryKey = ['operator-views', list]
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => await call(listOperatorViews, { query: { list }, signal }),
  })
  const again = async () => await client.invalidateQueries({ queryKey: ['operator-views', list] })
  const isRead = data !== undefined
  useEffect(() => {
    if (!isRead) return
    const bring = async () => {
      if ((await takeOver(list)) > 0) await client.invalidateQueries({ queryKey: ['operator-views', list] })
    }
    void bring()
  }, [isRead, list, client])
  return {
    views: data?.items ?? none,
    /** That there may be some: they could not be read. */
    isUnread: data === undefined && isError,
    again,
    save: async (view: Pick<OperatorView, 'name' | 'query'>) => {
      await call(saveOperatorView, { body: { list, ...view } })
      await again()
    },
    rename: async (id: string, name: string) => {
      await call(renameOperatorView, { params: { id }, body: { name } })
      await again()
    },
    remove: async (id: string) => {
      await call(removeOperatorView, { params: { id } })
      await again()
    },
  }
}

/** Views that an earlier version kept in this browser go to the server, once; answers how many. */
async function takeOver(list: string): Promise<number> {
  const key = `console-views:${list}`
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as { name: string; query: string }[]
    for (const { name, query } of kept) await call(saveOperatorView, { body: { list, name, query } })
    localStorage.removeItem(key)
    return kept.length
  } catch {
    // No storage, or something else is in it.
    return 0
  }
}
