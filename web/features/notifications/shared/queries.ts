import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { listNotifications, readNotifications } from '#contracts/notifications.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** What I was notified of, newest first, page by page; each page says how many are unread in all. */
export function useInbox() {
  return useInfiniteQuery({
    queryKey: ['notifications'],
    queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    meta: { live: ['notifications'] },
  })
}

/** Marks some as read, or all up to one. */
export function useRead() {
  return useMutation({
    mutationFn: (body: { ids: string[] } | { upTo: string }) => call(readNotifications, { body }),
    meta: { changes: ['notifications'], even: 'failed', waits: true },
  })
}

/** The address that opens the inbox over the page at `search`. */
export function inboxSearch(search = ''): string {
  const params = new URLSearchParams(search)
  params.set('inbox', '')
  return `?${params.toString()}`
}
