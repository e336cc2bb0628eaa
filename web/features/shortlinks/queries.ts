import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import {
  createManyShortlinks,
  createShortlink,
  deleteShortlink,
  getShortlink,
  listShortlinks,
  patchShortlink,
  testShortlink,
} from '#contracts/shortlinks.endpoints.ts'
import type { Shortlink, ShortlinkPage } from '#contracts/shortlinks.schemas.ts'
import type { Sent } from '#contracts/endpoint.ts'
import { call, newIdempotencyKey } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { upload } from '#web/platform/upload.ts'

/** Where my short links are kept in the cache: lists by what was searched, and single ones. */
export const shortlinkKeys = {
  lists: ['shortlinks', 'list'] as const,
  list: (q: string) => ['shortlinks', 'list', q] as const,
  one: (id: string) => ['shortlinks', 'one', id] as const,
}

type Lists = InfiniteData<ShortlinkPage, string | undefined>
export type NewLink = NonNullable<Sent<typeof createShortlink>['body']>
export type LinkChange = NonNullable<Sent<typeof patchShortlink>['body']>

/** My links, newest first, page by page; `q` is a part of what is looked for. */
export function useShortlinks(q: string) {
  return useInfiniteQuery({
    queryKey: shortlinkKeys.list(q),
    queryFn: ({ pageParam, signal }) =>
      call(listShortlinks, { query: { cursor: pageParam, q: q || undefined }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    meta: { live: ['shortlinks'] },
  })
}

/** One of my links. */
export function useShortlink(id: string) {
  return useQuery({
    queryKey: shortlinkKeys.one(id),
    queryFn: ({ signal }) => call(getShortlink, { params: { id }, signal }),
  })
}

/** A row that is in the list while the server has not answered yet. */
export function isWaiting({ id }: Shortlink): boolean {
  return id.startsWith('waiting')
}

/** Makes a link; it is first in the list from the press on, and leaves it again where it is refused. */
export function useCreateShortlink() {
  const client = useQueryClient()
  const key = shortlinkKeys.list('')
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewLink; idempotencyKey: string }) =>
      call(createShortlink, { body, idempotencyKey }),
    onMutate: async ({ body, idempotencyKey }) => {
      await client.cancelQueries({ queryKey: key })
      const waiting = waitingLink(body, idempotencyKey)
      client.setQueryData<Lists>(key, (lists) => withFirst(lists, waiting))
      return { waiting }
    },
    onSuccess: (link, _, { waiting }) => {
      analytics.track('short_link_created')
      client.setQueryData<Lists>(key, (lists) => withFirst(without(lists, waiting.id), link))
      client.setQueryData(shortlinkKeys.one(link.id), link)
    },
    onError: (_error, _, result) =>
      client.setQueryData<Lists>(key, (lists) => result && without(lists, result.waiting.id)),
    meta: { changes: ['shortlinks'], even: 'failed' },
  })
}

/** Makes a link of each row of a file, or none of them. */
export function useCreateMany() {
  return useMutation({
    mutationFn: ({ file, idempotencyKey }: { file: Blob; idempotencyKey: string }) =>
      call(createManyShortlinks, {
        // Systems name the type of such a file in their own way, or not at all.
        body: new Blob([file], { type: 'text/csv' }),
        idempotencyKey,
        send: upload(() => {}),
      }),
    meta: { changes: ['shortlinks'] },
  })
}

/** Changes a link of mine, or switches it off and on. */
export function useEditShortlink(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: LinkChange) => call(patchShortlink, { params: { id }, body }),
    onSuccess: (link) => void client.setQueryData(shortlinkKeys.one(id), link),
    meta: { changes: ['shortlinks'] },
  })
}

/** Removes a link of mine for good. */
export function useRemoveShortlink(id: string) {
  return useMutation({
    mutationFn: () => call(deleteShortlink, { params: { id } }),
    meta: { changes: ['shortlinks'] },
  })
}

/** Tests whether one of my links works, when it is asked to. */
export function useLinkTest(id: string) {
  return useMutation({ mutationFn: () => call(testShortlink, { params: { id } }) })
}

/** A key of one wish to make a link: a repeat after a lost answer makes one. */
export const newWish = newIdempotencyKey

function waitingLink(body: NewLink, key: string): Shortlink {
  return {
    id: `waiting ${key}`,
    code: body.code ?? '',
    url: '',
    kind: body.campaignId ? 'deep' : 'own',
    title: body.title ?? null,
    destinationUrl: body.destinationUrl,
    host: { name: '', ascii: null },
    utm: null,
    defaultSub: null,
    state: 'active',
    expiresAt: body.expiresAt ?? null,
    fallbackUrl: null,
    createdAt: new Date().toISOString(),
    campaign: null,
    clicks: { total: 0, countable: 0 },
  }
}

/** The link first, and once: a second press sends the same wish again, and rows of one key would stay on screen. */
function withFirst(before: Lists | undefined, link: Shortlink): Lists | undefined {
  const lists = without(before, link.id)
  const [first, ...others] = lists?.pages ?? []
  if (!lists || !first) return lists
  return { ...lists, pages: [{ ...first, items: [link, ...first.items] }, ...others] }
}

function without(lists: Lists | undefined, id: string): Lists | undefined {
  if (!lists) return lists
  const pages = lists.pages.map((page) => ({ ...page, items: page.items.filter((link) => link.id !== id) }))
  return { ...lists, pages }
}
