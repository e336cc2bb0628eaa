import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { m } from '#messages'
import { languageDir, languages, type Language } from '#contracts/languages.ts'
import {
  guardAt,
  layoutAt,
  matchPage,
  titleKey,
  type PageMatch,
  type PageId,
} from '#contracts/page-routes.ts'
import { consoleFolder } from '#server/build/console-build.ts'
import { languageHeaders, languageInUse, textNamed } from '../language.ts'
import { isOutage } from '../outage.ts'
import { chooseLanguage } from './choose-language.ts'
import type { AboutPage, PagesDeps } from './pages-deps.ts'
import { pageRoute, sendProblem } from './server.ts'
import { problem } from './problems.ts'
import type { SharedPage } from './share-tags.ts'
import { openShell, type ShellPage } from './shell.ts'
import { siteIconFiles, siteIconRoutes } from './site-icons.ts'
import { withSite } from './with-site.ts'

/**
 * Serves the web app: its files, and for every page of the route table the shell with that page's title and layout.
 * An address that is no page, and a campaign, category or slug that does not exist, gets the shell with status 404;
 * one that cannot be looked up, because the database is away, gets it with 503, and the app says what did not load.
 */
export async function registerPages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const shells = Object.fromEntries(
    languages.map((language) => [
      language,
      openShell(join(deps.webDir, languageDir(language)), deps.identity),
    ]),
  ) as Record<Language, (page: ShellPage) => string>
  const files = {
    index: false,
    // By `Accept-Encoding`, as the build wrote them (server/build/precompress.ts).
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const suffix = compressed.find((known) => path.endsWith(known)) ?? ''
      void response.header(
        'cache-control',
        cacheControlOf(path.slice(deps.webDir.length, path.length - suffix.length)),
      )
    },
  } satisfies Partial<FastifyStaticOptions>
  await app.register(fastifyStatic, {
    ...files,
    root: deps.webDir,
    wildcard: false,
    // Written by search-engines.ts and web-manifest.ts; a build of an older version has files of them.
    globIgnore: [
      'renderer/**',
      'robots.txt',
      'manifest.webmanifest',
      ...siteIconFiles,
      'languages/**',
      'assets/**',
      `${consoleFolder}/**`,
      ...ownFiles,
      ...compressed.map((suffix) => `**/*${suffix}`),
    ],
  })
  siteIconRoutes(app)
  const assetsDir = join(deps.webDir, 'assets')
  // One route for hundreds of files: with one each, making the routes took an eighth of a start.
  if (existsSync(assetsDir))
    await app.register(fastifyStatic, {
      ...files,
      root: assetsDir,
      prefix: '/assets/',
      decorateReply: false,
      // Neither the folder itself nor what lies beside a file for those who take it compressed.
      allowedPath: (path) => !['/', ...compressed].some((suffix) => path.endsWith(suffix)),
    })
  for (const file of ownFiles)
    app.get(`/${file}`, async (_request, reply) => {
      varyByLanguage(reply)
      const path = languageDir(languageInUse()) + file
      if (!file.endsWith('.html')) return await reply.sendFile(path)
      return await reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(withSite(await readFile(join(deps.webDir, path), 'utf8')))
    })
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Not by URL: it reads `//a/b` as the path `/b` of the host `a`.
    const pathname = request.url.split('?', 1)[0]!
    const page = request.method === 'GET' || request.method === 'HEAD'
    if (!page || /^\/(api|identity|v1|support-requests|\.well-known|dev)(\/|$)/.test(pathname))
      return sendProblem(problem('not_found'), request, reply, deps.publicOrigin)
    if (/^\/(console\/)?(assets|builds|files|icons)\//.test(pathname))
      return reply.code(404).type('text/plain').send('Not found')
    if (carriesSecret(request.url)) reply.header('referrer-policy', 'no-referrer')
    const chosen = await chooseLanguage(request, reply, deps)
    return chosen ?? (await sendPage(pathname, request, reply, shells[languageInUse()], deps))
  }
  // A route of its own, since what the other handler answers is never compressed.
  app.get(pageRoute, answer)
  app.setNotFoundHandler(answer)
}

/** Names under which a mailed link carries what opens an account: ours, and those of Firebase's. */
const secretNames = ['token', 'oobCode']

/** Whether an address is to be said to nobody whom its page asks for something: in a log of requests it opens an account. */
function carriesSecret(url: string): boolean {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  return secretNames.some((name) => query.has(name))
}

async function sendPage(
  pathname: string,
  request: FastifyRequest,
  reply: FastifyReply,
  shell: (page: ShellPage) => string,
  deps: PagesDeps,
): Promise<FastifyReply> {
  const match = pathname.includes('%00') ? undefined : matchPage(pathname)
  const query = new URLSearchParams(request.url.split('?')[1])
  const { status, title, written, content, ...about } = match ? await stateOf(match, query, deps) : absent()
  if (status === 503) reply.header('retry-after', '5')
  const isIndexed = status === 200 && match?.route.indexed === true
  const maybeMember = deps.maybeMember(request)
  // By a query with what is no text nothing is looked up here: the app draws the page.
  const isThere = match && status === 200 && !request.url.includes('%00')
  const own = isThere && maybeMember ? await deps.memberPage(match, request, reply) : null
  const visited = isThere && !maybeMember ? await deps.visitorPage(match, request, reply) : null
  const page: ShellPage = {
    title: status === 404 ? title : m.pages_with_product({ page: title }),
    layout: visited?.layout ?? layoutAt(pathname),
    shared: isIndexed ? sharedAs(deps.publicOrigin, pathname, { title, ...about }) : null,
    needs: match && status !== 404 ? neededBy(match, maybeMember) : [],
    bootData: (own ?? visited)?.bootData ?? null,
    screen: (own ?? visited)?.screen ?? null,
    isInert: visited?.isInert ?? false,
    prerendered: isThere && !maybeMember ? match.id : null,
    written: written ?? null,
    // A member came with scripts; one whose scripts fail is told what the page is about.
    content: maybeMember ? null : ((await content?.().catch(() => null)) ?? null),
    analytics: deps.analyticsFor(request.ip),
  }
  varyByLanguage(reply)
  return (
    reply
      .code(status)
      // A member's page is kept nowhere, neither for another nor for who goes back after signing out.
      .header('cache-control', own ? 'private, no-store' : 'no-cache')
      .type('text/html; charset=utf-8')
      .send(shell(page))
  )
}

/** The pages whose files a visit loads: where a visitor is led to sign-in, that too. */
function neededBy({ id, route, params }: PageMatch, maybeMember: boolean): PageId[] {
  return guardAt(route, params) === 'auth' && !maybeMember ? [id, 'login'] : [id]
}

function sharedAs(publicOrigin: string, pathname: string, about: AboutPage): SharedPage {
  const { description = m.layout_description(), sharedPath, image } = about
  const title = about.sharedTitle ?? about.title
  return {
    title,
    description,
    url: publicOrigin + pathname.replace(/\/$/, ''),
    ...(sharedPath && { sharedUrl: publicOrigin + sharedPath }),
    ...(image && { image: { url: publicOrigin + image.path, alt: title } }),
  }
}

interface PageState extends AboutPage {
  status: 200 | 404 | 503
  /** What the server writes into it. */
  written?: string
}

const absent = (): PageState => ({ status: 404, title: m.pages_not_found() })

/** The status and the title of a page, the same that the app gives it. */
async function stateOf(match: PageMatch, query: URLSearchParams, deps: PagesDeps): Promise<PageState> {
  const key = titleKey(match.id, match.params)
  const title = textNamed(key)!
  // A page without its own is described as the product is. Texts of pages that look something up need what was found.
  const description = match.route.lookup === undefined ? textNamed(`${key}_description`) : undefined
  try {
    if (match.route.written !== undefined) {
      const written = await deps.writtenOn(match.route.written, query.get('version') ?? undefined)
      return written === undefined ? absent() : { status: 200, title, description, written }
    }
    if (match.route.lookup !== undefined) {
      const found = await deps.aboutNamed(match)
      return found === undefined ? absent() : { status: 200, ...found }
    }
  } catch (error) {
    if (isOutage(error)) return { status: 503, title }
    throw error
  }
  const inviter = match.id === 'signup' ? query.get('invitedBy') : null
  // Without an inviter, or while none can be looked up, it is the page as it is for anyone.
  const invitation = inviter ? await deps.aboutInvitation(inviter).catch(() => undefined) : undefined
  return { status: 200, title, description, ...invitation }
}

/** What is another file in each language, under the same address. */
const ownFiles = ['index.html', 'offline.html', 'sw.js', 'builds/latest.json']

function varyByLanguage(reply: FastifyReply): void {
  reply.header('vary', languageHeaders).header('content-language', languageInUse())
}

/** What compressed files are named by, beside the original. */
const compressed = ['.br', '.gz']

/** Hashed files never change; the rest is asked for again each time, the build's id is never kept. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (path.endsWith('/builds/latest.json')) return 'no-store'
  return 'no-cache'
}
