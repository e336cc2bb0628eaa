import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isShortCode } from '#rules/short-code.ts'
import { DatabaseAway } from '#server/platform/outage.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import type { ClickPath } from './click-path.ts'
import type { CachedLink } from './link-cache.ts'
import { linkPages, transportSecurity, type LinkPage } from './link-page.ts'
import { shortLinkPrefix } from './short-url.ts'

export interface LinkRoutesDeps {
  clicks: ClickPath
  publicOrigin: string
  log: Logger
}

/** `GET` and `HEAD /s/{code}`: a redirect that is written down first, or a page that says why there is none. */
export function linkRoutes(app: FastifyInstance, { clicks, publicOrigin, log }: LinkRoutesDeps): void {
  const pages = linkPages(publicOrigin)
  const logSparingly = sparingLog(log)
  const redirectHeaders = { 'cache-control': 'private, no-store', ...transportSecurity(publicOrigin) }

  const answer = async (link: CachedLink | null, request: FastifyRequest, reply: FastifyReply) => {
    if (link === null) return sendPage(reply, pages.notFound)
    const { clickId, linkState } = await clicks.record(link, request)
    if (linkState !== 'active') return sendPage(reply, pages.gone[linkState])
    reply.code(302).headers(redirectHeaders)
    return reply.header('location', link.url.before + clickId + link.url.after).send()
  }

  app.setNotFoundHandler((_request, reply) => sendPage(reply, pages.notFound))
  // Of methods that there are not: a body too large, or of no known kind.
  app.setErrorHandler((_error, _request, reply) => sendPage(reply, pages.notFound))
  app.route<{ Params: { code: string } }>({
    method: ['GET', 'HEAD'],
    url: `${shortLinkPrefix}:code`,
    exposeHeadRoute: false,
    errorHandler: (error, _request, reply) => {
      // A full disk refuses each of them, thousands a second.
      const kind = (error as { code?: string }).code ?? error.message
      if (!(error instanceof DatabaseAway))
        logSparingly(kind, { err: error }, 'a click could not be answered')
      sendPage(reply, pages.unavailable)
    },
    handler: async (request, reply) => {
      const { code } = request.params
      if (!isShortCode(code)) return sendPage(reply, pages.notFound)
      const known = clicks.links.get(code)
      return await answer(known === undefined ? await clicks.links.read(code) : known, request, reply)
    },
  })
}

function sendPage(reply: FastifyReply, page: LinkPage): FastifyReply {
  return reply.code(page.status).headers(page.headers).send(page.body)
}
