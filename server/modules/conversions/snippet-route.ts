import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** The script for brands' sites, as it is sent: at most 2 KB. */
export const brandSnippet = readFileSync(new URL('./brand-snippet.js', import.meta.url), 'utf8')

/** `GET /crels.js`: the script that keeps a click on a brand's own site (docs/brands.md). */
export function snippetRoute(server: FastifyInstance): void {
  server.get('/crels.js', async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=3600',
        // Loaded by pages of brands, and checked by those that pin its hash.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
      .type('text/javascript; charset=utf-8')
      .send(brandSnippet),
  )
}
