import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { m } from '#messages'
import { matchPage, titleKey, type PageMatch } from '#contracts/page-routes.ts'
import { escapeHtml } from './plain-page.ts'
import { isOutage } from '../outage.ts'
import { sendProblem } from './server.ts'
import { problem } from './problems.ts'

export interface PagesDeps {
  /** The built web app. */
  webDir: string
  publicOrigin: string
  /** Whether what a page's `lookup` parameter names exists. */
  exists(match: PageMatch): Promise<boolean>
}

/**
 * Serves the web app: its files, and for every page of the route table the shell with that page's title and layout.
 * An address that is no page, and a campaign, category or slug that does not exist, gets the shell with status 404;
 * one that cannot be looked up, because the database is away, gets it with 503, and the app says what did not load.
 */
export async function registerPages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const shell = shellOf(deps.webDir)
  await app.register(fastifyStatic, {
    root: deps.webDir,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (response, path) =>
      void response.header('cache-control', cacheControlOf(path.slice(deps.webDir.length))),
  })
  app.setNotFoundHandler(async (request, reply) => {
    // Not by URL: it reads `//a/b` as the path `/b` of the host `a`.
    const pathname = request.url.split('?', 1)[0]!
    const page = request.method === 'GET' || request.method === 'HEAD'
    if (!page || /^\/(api|identity|\.well-known|dev)(\/|$)/.test(pathname))
      return sendProblem(problem('not_found'), request, reply, deps.publicOrigin)
    if (/^\/(assets|builds|files|icons)\//.test(pathname))
      return reply.code(404).type('text/plain').send('Not found')
    return await sendPage(pathname, reply, shell, deps)
  })
}

async function sendPage(
  pathname: string,
  reply: FastifyReply,
  shell: Shell,
  deps: PagesDeps,
): Promise<FastifyReply> {
  const match = matchPage(pathname)
  const status = match ? await statusOf(match, deps) : 404
  if (status === 503) reply.header('retry-after', '5')
  return reply
    .code(status)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(
      match && status !== 404
        ? shell(titleOf(match), match.route.layout, status === 200 && match.route.indexed === true)
        : shell(m.pages_not_found(), 'none', false),
    )
}

async function statusOf(match: PageMatch, { exists }: PagesDeps): Promise<200 | 404 | 503> {
  if (match.route.lookup === undefined) return 200
  try {
    return (await exists(match)) ? 200 : 404
  } catch (error) {
    if (isOutage(error)) return 503
    throw error
  }
}

function titleOf(match: PageMatch): string {
  const title = (m as unknown as Record<string, (() => string) | undefined>)[titleKey(match.id)]
  return title?.() ?? 'Crels'
}

type Shell = (title: string, layout: string, indexed: boolean) => string

function shellOf(webDir: string): Shell {
  const file = join(webDir, 'index.html')
  const html = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Crels</title><body>The web app is not built.</body>'
  return (title, layout, indexed) =>
    html
      .replace(
        /<title>.*?<\/title>/s,
        () => `<title>${escapeHtml(title)}</title>${indexed ? '' : '<meta name="robots" content="noindex">'}`,
      )
      .replace('<body>', `<body data-layout="${layout}">`)
}

/** Hashed files never change; the rest is asked for again each time, the build's id is never kept. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (path === '/builds/latest.json') return 'no-store'
  return 'no-cache'
}
