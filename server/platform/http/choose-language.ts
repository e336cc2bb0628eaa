import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, languageCookie, languageCookieSeconds, languageParameter } from '#contracts/languages.ts'
import type { PagesDeps } from './pages-deps.ts'

/**
 * Answers a page that was asked for with a choice of a language, as the switch asks where no script runs: keeps it in the
 * browser and as the language of the account, which would turn it back otherwise, and leads back to the page. Undefined
 * where nothing was chosen.
 */
export async function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicOrigin, keepLanguage }: Pick<PagesDeps, 'publicOrigin' | 'keepLanguage'>,
): Promise<FastifyReply | undefined> {
  const [pathname = '', search] = request.url.split('?', 2)
  const query = new URLSearchParams(search)
  const chosen = query.get(languageParameter) ?? undefined
  if (!isLanguage(chosen)) return undefined
  query.delete(languageParameter)
  // Not by an address that somebody sent the member. Not saved, it is this browser's until the account says otherwise.
  if ((request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin')
    await keepLanguage(request, chosen).catch((error: unknown) => {
      request.log.debug({ err: error }, 'language of the account')
    })
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
