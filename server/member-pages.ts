import { defaultLanguage } from '#contracts/languages.ts'
import type { AuthUser } from '#contracts/identity.schemas.ts'
import { urlOf } from '#contracts/endpoint.ts'
import { getUser } from '#contracts/users.endpoints.ts'
import type { User } from '#contracts/users.schemas.ts'
import { carriesScreen, isNavigation, type BootDataOf } from './boot-data.ts'
import type { Config } from './config.ts'
import { paths } from '#contracts/paths.ts'
import type { ScreenProcess } from './platform/first-screens/screen-process.ts'
import type { PagesDeps } from './platform/http/pages-deps.ts'
import { languageInUse } from './platform/language.ts'

/** What a page waits for its screen, with the start of the process where it is the first. A test's machine is busy. */
export const screenWaitMs = ({ env }: Pick<Config, 'env'>) => (env === 'test' ? 20_000 : 300)

/** With nobody waiting for it. */
const warmMs = 10_000

/**
 * A member's page: what it carries, and its first screen drawn from that. Whatever fails or takes long leaves the page
 * without a screen, which the app then draws.
 */
export function memberPages(
  config: Pick<Config, 'env'>,
  bootDataOf: BootDataOf,
  screens: ScreenProcess,
): PagesDeps['memberPage'] {
  const mostMs = screenWaitMs(config)
  return async (match, request, reply) => {
    // What the query of an address means is the screen's to know.
    const wantsScreen = isNavigation(request) && carriesScreen(match) && !request.url.includes('?')
    // It starts while the answers are made.
    if (wantsScreen) screens.warm()
    const bootData = await bootDataOf(match, request, reply)
    if (!bootData?.user) return null
    const { timeZone, language } = bootData.answers[
      urlOf(getUser, { params: { uid: bootData.user.uid } })
    ] as User
    // Without a zone nobody knows the member's days; in another language than the account's the app loads the page anew.
    const isKnown = timeZone !== null && (language ?? languageInUse()) === languageInUse()
    if (!wantsScreen || !isKnown) return { bootData, screen: null }
    const job = { language: languageInUse(), path: request.url, bootData, at: Date.now(), timeZone }
    const made = await screens.render(job, mostMs)
    if (!made) return { bootData, screen: null }
    return { bootData: { ...bootData, screen: made.screen }, screen: made.html }
  }
}

/**
 * Renders the screens that people open first once, for a member without any answers and for a visitor: the first of each
 * takes several times as long as the next, for which a page would not wait. Answers whether all of them were rendered.
 */
export async function warmScreens(screens: ScreenProcess): Promise<boolean> {
  const member = { uid: '', email: '', emailVerified: true, displayName: null, photoURL: null }
  const opened: [path: string, user: AuthUser | null][] = [
    [paths.home, member],
    [paths.campaigns, member],
    [paths.crels('wallet'), member],
    [paths.points, member],
    [paths.login, null],
    [paths.signup, null],
  ]
  const made = await Promise.all(
    opened.map(async ([path, user]) => {
      const bootData = { user, streamId: null, answers: {} }
      const job = { language: defaultLanguage, path, bootData, at: Date.now(), timeZone: 'UTC' }
      return await screens.render(job, warmMs)
    }),
  )
  return made.every((screen) => screen !== null)
}
