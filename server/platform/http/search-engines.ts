import type { FastifyInstance } from 'fastify'
import { pageRoutes, type PageRoute } from '#contracts/page-routes.ts'
import { ExpiringCache } from '../expiring-cache.ts'
import { escapeHtml } from './plain-page.ts'

export interface SearchEnginesDeps {
  publicOrigin: string
  /** Paths of the pages about what is in the database, at most `max` of them. */
  foundPaths(max: number): Promise<string[]>
}

/** The most that one site map may hold, by sitemaps.org. */
const addressesMax = 50_000
/** A site map may be as old as this: who asks for it comes once a day. */
const ttlMs = 10 * 60_000

/** `/robots.txt` and `/sitemap.xml`: what search engines may read, and every page worth finding. */
export function searchEngineRoutes(server: FastifyInstance, deps: SearchEnginesDeps): void {
  const robots = [
    'User-agent: *',
    ...['/api/', '/identity/', '/s/', '/v1/', '/dev/', '/support-requests', '/unsubscribe'].map(
      (path) => `Disallow: ${path}`,
    ),
    `Sitemap: ${deps.publicOrigin}/sitemap.xml`,
    '',
  ].join('\n')
  const maps = new ExpiringCache<string>({ ttlMs, entriesMax: 1 })
  server.get('/robots.txt', async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robots),
  )
  server.get('/sitemap.xml', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=600')
      .type('application/xml; charset=utf-8')
      .send(await maps.get('', async () => await siteMap(deps))),
  )
}

async function siteMap({ publicOrigin, foundPaths }: SearchEnginesDeps): Promise<string> {
  const fixed = Object.values<PageRoute>(pageRoutes)
    .filter(({ indexed, path }) => indexed && !path.includes(':'))
    .map(({ path }) => path)
  const paths = [...fixed, ...(await foundPaths(addressesMax - fixed.length))]
  const urls = paths.map((path) => `<url><loc>${escapeHtml(publicOrigin + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
