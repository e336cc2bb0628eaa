import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, languageCookie, languageCookieSeconds, languageParameter } from '#contracts/languages.ts'

/**
 * Answers a page that was asked for with a choice of a language, as the switch asks where no script runs: keeps it in the
 * browser, and leads back to the page. Undefined where nothing was chosen.
 */
export function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string,
): FastifyReply | undefined {
  const [pathname = '', search] = request.url.split('?', 2)
  const query = new URLSearchParams(search)
  const chosen = query.get(languageParameter) ?? undefined
  if (!isLanguage(chosen)) return undefined
  query.delete(languageParameter)
  // Of two slashes at its start a browser would make another site.
  const path = pathname.replace(/^[/\\]+/, '/')
  reply.setCookie(languageCookie, chosen, {
    path: '/',
    maxAge: languageCookieSeconds,
    sameSite: 'lax',
    secure: publicOrigin.startsWith('https:'),
  })
  return reply
    .header('cache-control', 'no-store')
    .redirect(query.size === 0 ? path : `${path}?${query.toString()}`, 303)
}
