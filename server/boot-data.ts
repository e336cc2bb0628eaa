import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { listCheckedEarnings } from '#contracts/appeals.endpoints.ts'
import type { BootData } from '#contracts/boot-data.ts'
import { getCampaign, listCampaigns, listCategories } from '#contracts/campaigns.endpoints.ts'
import { listClicksUnderReview } from '#contracts/click-reviews.endpoints.ts'
import { listEarnings } from '#contracts/earnings.endpoints.ts'
import { urlOf } from '#contracts/endpoint.ts'
import { listEnrolments } from '#contracts/enrolments.endpoints.ts'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { getGamification, listMoments } from '#contracts/gamification.endpoints.ts'
import { listNotifications } from '#contracts/notifications.endpoints.ts'
import { getOrderTerms } from '#contracts/orders.endpoints.ts'
import type { PageId, PageMatch } from '#contracts/page-routes.ts'
import { getPoints, listPointsHistory } from '#contracts/points.endpoints.ts'
import { getRedemptionTerms } from '#contracts/redemptions.endpoints.ts'
import { getDailyCheckIn, getMonthlyClaim } from '#contracts/rewards.endpoints.ts'
import { listShop } from '#contracts/shop.endpoints.ts'
import { getStream } from '#contracts/stream.endpoints.ts'
import type { StreamState } from '#contracts/stream.schemas.ts'
import type { User } from '#contracts/users.schemas.ts'
import { getUser } from '#contracts/users.endpoints.ts'
import { getStatement, getWallet } from '#contracts/wallet.endpoints.ts'
import type { Access } from './access.ts'
import type { Config } from './config.ts'
import type { MemberActor } from './platform/http/actors.ts'
import { callWithin, type AnswerWithin, type Asking, type CallWithin } from './platform/http/answer-within.ts'

/** A page that takes longer goes without: its browser asks for itself. A test's machine is busy with other tests. */
export const answerWaitMs = ({ env }: Pick<Config, 'env'>) => (env === 'test' ? 20_000 : 400)

/** What is known before the calls of a page are. */
interface Known {
  params: Record<string, string>
  /** The member's own, null where the profile has none. */
  timeZone: string | null
}

/** The calls that a page's first screen makes, to the letter: `e2e/boot-data.spec.ts` finds those that differ. */
const callsOf: Partial<Record<PageId, (known: Known) => CallWithin[]>> = {
  home: ({ timeZone }) => [
    callWithin(getWallet),
    callWithin(getUsdToCrels),
    callWithin(listEnrolments, { query: { limit: 100 } }),
    callWithin(listEarnings, { query: { state: 'pending', limit: 5 } }),
    callWithin(listEarnings, { query: { limit: 4 } }),
    callWithin(listCampaigns, { query: { sort: 'for_me', limit: 9 } }),
    ...checkIn(timeZone),
  ],
  campaigns: () => [
    callWithin(listCampaigns, { query: { sort: 'suggested', limit: 18 } }),
    callWithin(listCampaigns, { query: { sort: 'new', limit: 1 } }),
    callWithin(listCategories),
    callWithin(getUsdToCrels),
  ],
  campaign: ({ params }) => [
    callWithin(getCampaign, { params: { id: params.id! } }),
    callWithin(getUsdToCrels),
  ],
  crels: ({ params, timeZone }) =>
    params.slug === 'wallet'
      ? [
          callWithin(getWallet),
          callWithin(getUsdToCrels),
          callWithin(listEarnings, { query: { state: 'pending', limit: 5 } }),
          callWithin(listCheckedEarnings, { query: { limit: 20 } }),
          callWithin(listClicksUnderReview),
          callWithin(getRedemptionTerms),
          ...statement(timeZone),
        ]
      : [],
  points: ({ timeZone }) => [
    callWithin(getPoints),
    callWithin(getOrderTerms),
    callWithin(listShop, { query: { limit: 100 } }),
    callWithin(getGamification),
    callWithin(getMonthlyClaim),
    callWithin(listPointsHistory, { query: { limit: 20 } }),
    ...checkIn(timeZone),
  ],
}

/** The browser sends its own zone, which is that of the profile where the member is at home. */
function checkIn(timeZone: string | null): CallWithin[] {
  return timeZone === null ? [] : [callWithin(getDailyCheckIn, { query: { timeZone } })]
}

/** By months of the browser's own zone. */
function statement(timeZone: string | null): CallWithin[] {
  if (timeZone === null) return []
  return [callWithin(getStatement, { query: { account: 'available', zone: timeZone, limit: 20 } })]
}

/** Whether a page carries the answers of its first screen, and not only those of the frame around it. */
export function carriesScreen({ id, params }: PageMatch): boolean {
  return (callsOf[id]?.({ params, timeZone: null }).length ?? 0) > 0
}

/** What a page carries for the member who asks for it; null where it is written for anyone. */
export type BootDataOf = (
  match: PageMatch,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<BootData | null>

/**
 * Makes the boot data of a page: only for a member's own navigation, only of pages that have some, and never at the cost
 * of the page. Whatever fails or takes long leaves a page for anyone, whose browser asks for itself.
 */
export function bootDataOf(
  config: Pick<Config, 'env'>,
  memberOfPage: Access['memberOfPage'],
  answer: AnswerWithin,
): BootDataOf {
  const mostMs = answerWaitMs(config)
  return async (match, request, reply) => {
    const calls = callsOf[match.id]
    if (!calls || !isNavigation(request)) return null
    let late = false
    const given = { memberOfPage, answer, isLate: () => late }
    const made = bootData(match, calls, { request, reply }, given)
    made.catch(() => {})
    const waited = delay(mostMs, null, { ref: false }).then(() => {
      late = true
      return null
    })
    return await Promise.race([made, waited]).catch((error: unknown) => {
      request.log.debug({ err: error }, 'boot data')
      return null
    })
  }
}

/**
 * A page that the person opens or loads anew. Another site's link comes without the cookie, and is of interest only for
 * a visitor's page; what a script fetches, a browser loads ahead of time or an old one asks for without saying why, is for
 * anyone.
 */
export function isNavigation(
  { method, headers }: FastifyRequest,
  { fromElsewhere = false }: { fromElsewhere?: boolean } = {},
): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    (fromElsewhere || headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin') &&
    headers['sec-purpose'] === undefined &&
    headers['purpose'] === undefined
  )
}

async function bootData(
  { params }: PageMatch,
  callsOf: (known: Known) => CallWithin[],
  http: Omit<Asking, 'actor'>,
  // Once it is late nothing more is asked: the browser asks for all of it, of a database that is slow already.
  {
    memberOfPage,
    answer,
    isLate,
  }: { memberOfPage: Access['memberOfPage']; answer: AnswerWithin; isLate: () => boolean },
): Promise<BootData | null> {
  const member = await memberOfPage(http.request)
  if (!member?.actor.emailVerified || isLate()) return null
  const { user, actor } = member
  const asking = { ...http, actor }
  const ofUser = callWithin(getUser, { params: { uid: actor.uid } })
  // The stream's state comes first: what changes while the answers are made is announced.
  const [stream, document] = await Promise.all([
    answer(callWithin(getStream), asking) as Promise<StreamState>,
    answer(ofUser, asking) as Promise<User>,
  ])
  if (isLate()) return null
  // What the query of an address means is the screen's to know: there its calls are its own.
  const isPlain = !http.request.url.includes('?')
  const known = { params, timeZone: document.timeZone }
  const calls = [...onEveryScreen, ...(isPlain ? callsOf(known) : [])]
  const answers = await answersTo(calls, asking, answer)
  return {
    user,
    streamId: stream.id,
    answers: { [urlOf(ofUser.endpoint, ofUser.sent)]: document, ...answers },
  }
}

/** What a page's first screen would be answered for a member, by path and query. Throws as the endpoints do. */
export async function answersOfScreen(
  { id, params }: PageMatch,
  actor: MemberActor,
  http: Omit<Asking, 'actor'>,
  answer: AnswerWithin,
): Promise<BootData['answers']> {
  const asking = { ...http, actor }
  const ofUser = callWithin(getUser, { params: { uid: actor.uid } })
  const document = (await answer(ofUser, asking)) as User
  const calls = callsOf[id]?.({ params, timeZone: document.timeZone }) ?? []
  return {
    [urlOf(ofUser.endpoint, ofUser.sent)]: document,
    ...(await answersTo([...onEveryScreen, ...calls], asking, answer)),
  }
}

/** The inbox and the moments are on every screen. */
const onEveryScreen = [callWithin(listNotifications), callWithin(listMoments)]

/** The answers to calls, by path and query. Throws as the endpoints do. */
export async function answersTo(
  calls: CallWithin[],
  asking: Asking,
  answer: AnswerWithin,
): Promise<BootData['answers']> {
  const answers = await Promise.all(
    calls.map(async (call) => [urlOf(call.endpoint, call.sent), await answer(call, asking)] as const),
  )
  return Object.fromEntries(answers)
}
