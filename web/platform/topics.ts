import { MutationCache, type QueryClient } from '@tanstack/react-query'
import type { StreamTopic } from '#contracts/stream.constants.ts'
import { ApiProblem } from './api-problem.ts'
import { forgetBootAnswers } from './boot-data.ts'
import { recordChange } from './freshness.ts'

/** What the server announces, by type all of it: the contract itself would bring the schema library. */
const announced: Record<StreamTopic, true> = {
  balances: true,
  redemptions: true,
  rewards: true,
  notifications: true,
  leaderboard: true,
  orders: true,
  moments: true,
}

/** What every screen listens to; ranks only where they are shown (follow-changes.ts). */
export const everyScreenTopics = (Object.keys(announced) as StreamTopic[]).filter(
  (topic) => topic !== 'leaderboard',
)

/** What an answer shows of the member's: announced by the server, or changed only by calls of this page. */
export type Topic =
  | StreamTopic
  | 'campaign'
  | 'check-in'
  | 'checked-earnings'
  | 'claims'
  | 'destinations'
  | 'enrolments'
  | 'monthly-claim'
  | 'points'
  | 'security'
  | 'shares'
  | 'shop'
  | 'shortlinks'
  | 'support'
  | 'wallet'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the answer shows: it is read again when the server or a mutation says that this changed. */
      live?: readonly Topic[]
    }
    mutationMeta: {
      /** What the call changes: the queries that show it are read again once it succeeded. */
      changes?: readonly Topic[]
      /** Also after a refusal, which says that the screen is out of date; `failed`: also when no answer came. */
      even?: 'refused' | 'failed'
      /** The mutation counts as pending until they are read. */
      waits?: boolean
    }
  }
}

/** Connects mutations with queries: what a call changed is read again wherever it is shown. */
export const mutationCache = new MutationCache({
  onSettled: (_data, error, _variables, _result, { meta }, { client }) => {
    const { changes, even, waits } = meta ?? {}
    if (!changes) return
    if (error && !(even === 'failed' || (even === 'refused' && error instanceof ApiProblem))) return
    const done = readAgain(client, changes)
    if (waits) return done
  },
})

/**
 * What makes no carried answer old: ranks, which no page carries, and moments, of which the server gives each out once.
 */
const leavesAnswers: ReadonlySet<Topic> = new Set<Topic>(['leaderboard', 'moments'])

/** Reads again the queries on screen that show one of these topics; the others when they are shown next. */
export async function readAgain(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  recordChange()
  // A part of the screen that comes later would show what was before.
  if (topics.some((topic) => !leavesAnswers.has(topic))) forgetBootAnswers()
  await client.invalidateQueries({
    predicate: ({ meta }) => meta?.live?.some((topic) => topics.includes(topic)) ?? false,
  })
}

/** Reads again whatever the server would have announced. */
export async function readAllAnnounced(client: QueryClient): Promise<void> {
  await readAgain(client, Object.keys(announced) as StreamTopic[])
}
