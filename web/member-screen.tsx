import type { Query } from '@tanstack/react-query'
import type { BootData, RenderedScreen, ShownQuery } from '#contracts/boot-data.ts'
import { giveBootData, takenAnswers } from './platform/boot-data.ts'
import { queryClient } from './platform/query-client.ts'
import { openRouter } from './prerender.tsx'
import { holdClock } from './ui/common/clock.ts'
import { forgetZone } from './ui/common/format.ts'

/** Answers may lead to further questions; more rounds than any screen has. */
const roundsMax = 6

const router = openRouter()

/** The queries whose answers are not carried. */
const waiting = new Set<string>()

/** A screen of one member, for their page. */
export interface MemberScreen {
  /** For `#root`. */
  html: string
  screen: RenderedScreen
}

/**
 * The screen at an address as its member sees it, with the answers that their page carries: whatever else it would ask for
 * is still to come. Runs in Node, for one member after the other: the app's answers, queries and clock are modules, and
 * nothing of a member stays in them. Days and times are those of the process's zone, which is to be `timeZone`.
 */
export async function renderScreen(given: {
  path: string
  bootData: BootData
  at: number
  timeZone: string
}): Promise<MemberScreen> {
  giveBootData(given.bootData)
  holdClock(given.at)
  forgetZone()
  try {
    const shown = new Map<string, ShownQuery>()
    for (let round = 1; round <= roundsMax; round += 1) {
      const html = await router.render(given.path)
      const asked = queryClient.getQueryCache().getAll().filter(isAsked)
      if (asked.length === 0)
        return { html, screen: { at: given.at, timeZone: given.timeZone, shown: [...shown.values()] } }
      for (const query of asked) {
        const found = await answered(query, given.bootData)
        if (found) shown.set(query.queryHash, found)
      }
    }
    throw new Error(`${given.path} asks for more in each of ${roundsMax} rounds`)
  } finally {
    waiting.clear()
    queryClient.clear()
    giveBootData(null)
    holdClock(null)
  }
}

function isAsked({ state, queryHash, options }: Query): boolean {
  const { enabled } = options as { enabled?: unknown }
  return state.data === undefined && enabled !== false && !waiting.has(queryHash)
}

/** Asks for a query's answer. Null where the page does not carry it: the query then waits, as it does in a browser. */
async function answered(query: Query, { answers }: BootData): Promise<ShownQuery | null> {
  takenAnswers()
  try {
    await query.fetch({ ...query.options, retry: false })
  } catch {
    waiting.add(query.queryHash)
    query.reset()
    return null
  }
  const [url, ...others] = takenAnswers()
  const { queryKey: key, state } = query
  if (url === undefined || others.length > 0) throw new Error(`${query.queryHash} has not one answer`)
  if (isSame(state.data, answers[url])) return { key, url }
  if (isSame(state.data, { pages: [answers[url]], pageParams: [undefined] }))
    return { key, url, isPage: true }
  return { key, url, made: state.data }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
