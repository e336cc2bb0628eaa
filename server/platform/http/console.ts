import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consolePath, matchConsole } from '#contracts/console-routes.ts'
import { consoleFolder } from '#server/build/console-build.ts'
import { withSite } from './with-site.ts'

/** Stands in the console's page for the nonce of its styles, another one in every answer. */
const noncePlace = '{{nonce}}'

/**
 * Serves the operators' console: its files, and for each of its screens its page, which no browser keeps, with a content
 * security policy of its own. An address that is no screen gets the page with status 404.
 */
export async function registerConsole(
  app: FastifyInstance,
  { webDir, publicOrigin }: { webDir: string; publicOrigin: string },
): Promise<void> {
  const folder = join(webDir, consoleFolder)
  const html =
    textOf(join(folder, 'index.html')) ??
    '<!doctype html><title>Console</title><body>The console is not built.</body>'
  const assets = join(folder, 'assets')
  if (existsSync(assets))
    await app.register(fastifyStatic, {
      root: assets,
      prefix: `${consolePath}/assets/`,
      decorateReply: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response) => {
        void response.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
  const colourScheme = textOf(join(folder, 'colour-scheme.js')) ?? ''
  app.get(`${consolePath}/colour-scheme.js`, async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    return await reply.send(colourScheme)
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64url')
    return await reply
      .code(matchConsole(request.url.split('?', 1)[0]!) === undefined ? 404 : 200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, publicOrigin))
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(withSite(html.replaceAll(noncePlace, nonce)))
  }
  app.get(consolePath, answer)
  app.get(`${consolePath}/*`, answer)
}

/** Scripts and calls of this site alone; styles that a component adds as it runs carry the page's nonce. */
function policy(nonce: string, publicOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(publicOrigin.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
