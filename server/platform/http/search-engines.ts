import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageRoutes, type PageRoute } from '#contracts/page-routes.ts'
import { ExpiringCache } from '../expiring-cache.ts'
import { escapeHtml } from './plain-page.ts'
import { problem } from './problems.ts'

export interface SearchEnginesDeps {
  publicOrigin: string
  /** The pages about what is in the database. */
  found: FoundPages
  /** How many addresses one site map holds. */
  addressesMax?: number
}

/** Pages that one query finds, in an order of their own. */
export interface FoundPages {
  count(): Promise<number>
  /** Their paths. */
  list(part: { skip: number; max: number }): Promise<string[]>
}

/** The most that one site map may hold, by sitemaps.org. */
const mapMax = 50_000
/** A site map may be as old as this: who asks for it comes once a day. */
const ttlMs = 10 * 60_000

/** What no search engine has a use for. */
const closed = ['/api/', '/identity/', '/v1/', '/dev/', '/support-requests', '/unsubscribe']
/**
 * Those that fetch a link once, when a person posts it, to show where it leads. A short link leads to its brand's page.
 */
const previewers = ['Twitterbot', 'facebookexternalhit', 'LinkedInBot', 'Pinterestbot']

/**
 * `/robots.txt` and `/sitemap.xml`: what search engines may read, and every page worth finding. More pages than one map
 * may hold are in `/sitemaps/1.xml` and so on, which `/sitemap.xml` then lists.
 */
export function searchEngineRoutes(server: FastifyInstance, deps: SearchEnginesDeps): void {
  const disallowed = (paths: string[]) => paths.map((path) => `Disallow: ${path}`)
  const robots = [
    'User-agent: *',
    ...disallowed([...closed, '/s/']),
    '',
    ...previewers.map((name) => `User-agent: ${name}`),
    ...disallowed(closed),
    '',
    `Sitemap: ${deps.publicOrigin}/sitemap.xml`,
    '',
  ].join('\n')
  const maps = new ExpiringCache<string | null>({ ttlMs, entriesMax: 20 })
  server.get('/robots.txt', async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robots),
  )
  server.get('/sitemap.xml', async (_, reply) =>
    sendMap(reply, await maps.get('', async () => await siteMap(deps))),
  )
  server.get<{ Params: { file: string } }>(`${partsPrefix}:file`, async ({ params: { file } }, reply) => {
    const part = /^([1-9]\d{0,3})\.xml$/.exec(file)?.[1]
    if (part === undefined) throw problem('not_found')
    const map = await maps.get(part, async () => await mapPart(deps, Number(part)))
    if (map === null) throw problem('not_found')
    return sendMap(reply, map)
  })
}

const partsPrefix = '/sitemaps/'

function sendMap(reply: FastifyReply, map: string | null): FastifyReply {
  return reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8').send(map)
}

/** Pages that are always there. */
const fixed = Object.values<PageRoute>(pageRoutes)
  .filter(({ indexed, path }) => indexed && !path.includes(':'))
  .map(({ path }) => path)

/** All pages, or the list of the maps that have them. */
async function siteMap(deps: SearchEnginesDeps): Promise<string | null> {
  const { publicOrigin, found, addressesMax = mapMax } = deps
  const count = fixed.length + (await found.count())
  if (count <= addressesMax) return await mapPart(deps, 1)
  const parts = Array.from(
    { length: Math.ceil(count / addressesMax) },
    (_, at) => `${partsPrefix}${at + 1}.xml`,
  )
  return xml('sitemapindex', 'sitemap', parts, publicOrigin)
}

/** One part of the pages, those that are always there first; null where there is no such part. */
async function mapPart(
  { publicOrigin, found, addressesMax = mapMax }: SearchEnginesDeps,
  part: number,
): Promise<string | null> {
  const first = (part - 1) * addressesMax
  const own = fixed.slice(first, first + addressesMax)
  const others = await found.list({
    skip: Math.max(0, first - fixed.length),
    max: addressesMax - own.length,
  })
  const paths = [...own, ...others]
  return paths.length === 0 ? null : xml('urlset', 'url', paths, publicOrigin)
}

function xml(whole: string, each: string, paths: string[], publicOrigin: string): string {
  const lines = paths.map((path) => `<${each}><loc>${escapeHtml(publicOrigin + path)}</loc></${each}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<${whole} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</${whole}>
`
}
