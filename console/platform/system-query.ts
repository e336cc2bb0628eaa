import { queryOptions } from '@tanstack/react-query'
import { examineSystem, getSystem } from '#contracts/operator-system.endpoints.ts'
import { call } from './api.ts'

const inBackground = { 'x-background': '1' }
/** How old a look of the doctor may be that nobody asked for by hand. */
const findingsMaxAgeSec = 300

/** Processes, jobs, and what could not be delivered: the same for Home and System. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => await call(getSystem, { signal, headers: inBackground }),
  refetchInterval: 30_000,
})

/** What the doctor found in the last minutes: the same for Home and System. */
export const findingsQuery = queryOptions({
  queryKey: ['system', 'findings'],
  queryFn: async ({ signal }) =>
    await call(examineSystem, { query: { maxAgeSec: findingsMaxAgeSec }, signal, headers: inBackground }),
  staleTime: 60_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: false,
})
