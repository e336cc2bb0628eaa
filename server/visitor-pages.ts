import type { FastifyRequest } from 'fastify'
import type { BootData } from '#contracts/boot-data.ts'
import { getPublicCampaign } from '#contracts/campaigns.endpoints.ts'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { getPasswordPolicy } from '#contracts/identity.endpoints.ts'
import { pageRoutes, type Layout, type PageMatch } from '#contracts/page-routes.ts'
import { loginPath, paths } from '#contracts/paths.ts'
import { listSocialProviders } from '#contracts/social.endpoints.ts'
import { answersTo, answerWaitMs, isNavigation } from './boot-data.ts'
import type { Config } from './config.ts'
import { screenWaitMs } from './member-pages.ts'
import type { MemberScreen } from './platform/first-screens/render-process.ts'
import type { ScreenProcess } from './platform/first-screens/screen-process.ts'
import { ExpiringCache } from './platform/expiring-cache.ts'
import { callWithin, type AnswerWithin, type CallWithin } from './platform/http/answer-within.ts'
import type { PagesDeps } from './platform/http/pages-deps.ts'
import { inTime } from './platform/in-time.ts'
import { languageInUse } from './platform/language.ts'

/** "In 3 days" is counted from the minute that a screen was rendered for. */
const minuteMs = 60_000

/** Screens that are rendered for one are shown to all who ask for the same within the minute. */
const keptMost = 500

/**
 * The first screen of a page for visitors, where it waits for somebody who asks: the way in, which is drawn by the
 * settings of the installation, and a campaign. The form of the way in is only looked at until the app draws its own:
 * what was typed into it earlier would be lost. Whatever fails or takes long leaves the page without a screen.
 */
export function visitorPages(
  config: Pick<Config, 'env' | 'identity'>,
  answer: AnswerWithin,
  screens: ScreenProcess,
): PagesDeps['visitorPage'] {
  const mostMs = screenWaitMs(config)
  const answersMs = answerWaitMs(config)
  const rendered = new ExpiringCache<MemberScreen>({ ttlMs: minuteMs, entriesMax: keptMost })

  return async (match, request, reply) => {
    const wanted = wantedBy(match, request, config)
    if (!wanted || !isNavigation(request, { fromElsewhere: true })) return null
    screens.warm()
    try {
      const asked = answersTo(wanted.calls, { request, reply, actor: null }, answer)
      const bootData: BootData = { user: null, streamId: null, answers: await inTime(asked, answersMs) }
      const at = Math.floor(Date.now() / minuteMs) * minuteMs
      const job = { language: languageInUse(), path: wanted.path, bootData, at, timeZone: 'UTC' }
      const made = await rendered.get(JSON.stringify(job), async () => {
        const screen = await screens.render(job, mostMs)
        if (!screen) throw new Error('not rendered')
        return screen
      })
      const leadsTo = match.id === 'home' ? wanted.path : undefined
      return { ...wanted, bootData: { ...bootData, screen: made.screen, leadsTo }, screen: made.html }
    } catch (error) {
      // The app asks for itself, and says what did not load.
      request.log.debug({ err: error }, 'a visitor’s first screen')
      return null
    }
  }
}

interface WantedScreen {
  /** Whose screen it is. */
  path: string
  /** What surrounds it. */
  layout: Layout
  isInert: boolean
  /** The calls that it makes. */
  calls: CallWithin[]
}

function wantedBy(
  { id, params }: PageMatch,
  { url }: FastifyRequest,
  { identity }: Pick<Config, 'identity'>,
): WantedScreen | null {
  // Links of the screen carry the page's query.
  if (id === 'campaign')
    return {
      path: paths.campaign(params.id!),
      layout: pageRoutes.campaign.layout,
      isInert: url.includes('?'),
      calls: [callWithin(getPublicCampaign, { params: { id: params.id! } }), callWithin(getUsdToCrels)],
    }
  if (identity.provider !== 'embedded') return null
  const [, query = ''] = url.split('?')
  // The app leads who opens the home page to the sign-in.
  const isNewcomer = id === 'home' ? query === '' : id === 'login' && newcomerQueries.has(query)
  if (isNewcomer) return { ...wayIn, path: loginPath(paths.home) }
  if (id === 'login' && query === '') return { ...wayIn, path: paths.login }
  if (id === 'signup' && query === '')
    return { ...wayIn, path: paths.signup, calls: [...wayIn.calls, callWithin(getPasswordPolicy)] }
  return null
}

const wayIn = { layout: pageRoutes.login.layout, isInert: true, calls: [callWithin(listSocialProviders)] }

/** As the app writes it, and as browsers and other sites do. */
const newcomerQueries = new Set(['redirect=/', 'redirect=%2F'])
