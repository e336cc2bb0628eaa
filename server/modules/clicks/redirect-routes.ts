import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { m } from '#messages'
import type { Language } from '#contracts/languages.ts'
import type { LinkPreview } from '#contracts/link-preview.schemas.ts'
import { isShortCode } from '#rules/short-code.ts'
import { inLanguage, languageAccepted } from '#server/platform/language.ts'
import { DatabaseAway } from '#server/platform/outage.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import type { ClickPath } from './click-path.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { BoundedMap } from './bounded-map.ts'
import type { CachedLink } from './link-cache.ts'
import { linkPages, transportSecurity, type LinkPage } from './link-page.ts'
import { shortLinkPrefix, withoutClick } from '#server/modules/shortlinks/public.ts'

export interface LinkRoutesDeps {
  /** What the public may know of a code in use. */
  preview: (code: string) => Promise<LinkPreview>
  clicks: ClickPath
  publicOrigin: string
  /** Whether requests for unknown codes are limited. */
  rateLimit: boolean
  log: Logger
}

/** Unknown codes, and previews, that a network may request in a minute. */
const missesPerMinute = 120
const previewsPerMinute = 60
/** How long each further miss waits for its answer, and how many wait at most. */
const pauseMs = 1_000
const pausedMax = 1_000

/**
 * `GET` and `HEAD /s/{code}`: a redirect that is written down first, or a page that says why there is none. `/s/{code}+`
 * says where it leads, and nothing is written down.
 */
export function linkRoutes(
  app: FastifyInstance,
  { clicks, publicOrigin, rateLimit, log, preview }: LinkRoutesDeps,
): void {
  const pagesFor = pagesByLanguage(publicOrigin)
  const logSparingly = sparingLog(log)
  const redirectHeaders = {
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    ...transportSecurity(publicOrigin),
  }

  const misses = new GuessLimit(rateLimit ? missesPerMinute : Infinity)
  const previews = new GuessLimit(rateLimit ? previewsPerMinute : Infinity)
  let paused = 0

  const refuse = (request: FastifyRequest, reply: FastifyReply, seconds: number) =>
    sendPage(reply.header('retry-after', seconds), pagesFor(request).tooMany)

  // Known codes are answered at once; only a request for an unknown one waits.
  const miss = async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = misses.count(request.ip)
    if (seconds === 0) return sendPage(reply, pagesFor(request).notFound)
    if (paused < pausedMax) {
      paused += 1
      await sleep(pauseMs).finally(() => (paused -= 1))
    }
    return refuse(request, reply, seconds)
  }

  const answer = async (link: CachedLink | null, request: FastifyRequest, reply: FastifyReply) => {
    if (link === null) return await miss(request, reply)
    const { clickId, linkState } = await clicks.record(link, request)
    if (linkState === 'expired' && link.fallbackUrl !== null)
      return reply.code(302).headers(redirectHeaders).header('location', link.fallbackUrl).send()
    if (linkState !== 'active') return sendPage(reply, pagesFor(request).gone[linkState])
    reply.code(302).headers(redirectHeaders)
    const location = clickId === null ? withoutClick(link.url) : link.url.before + clickId + link.url.after
    return reply.header('location', location).send()
  }

  const show = async (
    link: CachedLink | null,
    code: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const pages = pagesFor(request)
    if (link === null) return sendPage(reply, pages.notFound)
    return await inLanguage(languageOf(request), async () => {
      const found = await preview(code)
      const { state, host } = found
      return sendPage(reply, state === 'active' || host !== null ? pages.preview(found) : pages.gone[state])
    })
  }

  app.setNotFoundHandler((request, reply) => sendPage(reply, pagesFor(request).notFound))
  // Of methods that there are not: a body too large, or of no known kind.
  app.setErrorHandler((_error, request, reply) => sendPage(reply, pagesFor(request).notFound))
  app.route<{ Params: { code: string } }>({
    method: ['GET', 'HEAD'],
    url: `${shortLinkPrefix}:code`,
    exposeHeadRoute: false,
    errorHandler: (error, request, reply) => {
      const kind = (error as { code?: string }).code ?? error.message
      if (!(error instanceof DatabaseAway))
        logSparingly(kind, { err: error }, 'a click could not be answered')
      sendPage(reply, pagesFor(request).unavailable)
    },
    handler: async (request, reply) => {
      const { code: asked } = request.params
      const onlyAsks = asked.endsWith('+')
      const code = onlyAsks ? asked.slice(0, -1) : asked
      if (!isShortCode(code)) return sendPage(reply, pagesFor(request).notFound)
      const seconds = onlyAsks ? previews.count(request.ip) : 0
      if (seconds > 0) return refuse(request, reply, seconds)
      const known = clicks.links.get(code)
      const link = known === undefined ? await clicks.links.read(code) : known
      return onlyAsks ? await show(link, code, request, reply) : await answer(link, request, reply)
    },
  })
}

/** The pages in the language of who asks, made anew when the site gets another name. */
function pagesByLanguage(publicOrigin: string) {
  let named: string | undefined
  let made: Partial<Record<Language, ReturnType<typeof linkPages>>> = {}
  return (request: FastifyRequest) => {
    if (named !== m.common_app_name()) made = {}
    named = m.common_app_name()
    const language = languageOf(request)
    return (made[language] ??= inLanguage(language, () => linkPages(publicOrigin)))
  }
}

/** Of the visitor's browser: a link is followed by people who have chosen nothing here. */
function languageOf({ headers }: FastifyRequest): Language {
  return languageAccepted(headers['accept-language'])
}

function sendPage(reply: FastifyReply, page: LinkPage): FastifyReply {
  return reply.code(page.status).headers(page.headers).send(page.body)
}

/** Networks counted at a time; past twice that the quietest begin anew. */
const networksMax = 20_000
const minuteMs = 60_000

/** How often the network of an address did something within a minute of the clock, in this process. */
class GuessLimit {
  readonly #perMinute: number
  readonly #counts = new BoundedMap<string, { minute: number; count: number }>(networksMax)

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one more; answers the seconds until the next minute where it was one too many, 0 otherwise. */
  count(address: string, nowMs: number = Date.now()): number {
    const network = networkOf(address)
    const minute = Math.floor(nowMs / minuteMs)
    const known = this.#counts.get(network)
    if (known?.minute !== minute) {
      this.#counts.set(network, { minute, count: 1 })
      return 0
    }
    known.count += 1
    return known.count <= this.#perMinute ? 0 : Math.ceil(((minute + 1) * minuteMs - nowMs) / 1_000)
  }
}
