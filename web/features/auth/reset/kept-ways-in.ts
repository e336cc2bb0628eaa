import type { WayIn } from '#contracts/identity.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { redirectOf } from '../auth-paths.ts'

/** What else gets into the account whose password was just reset here, for the sign-in screen. In memory only. */
let kept: WayIn[] = []

export function keptWaysIn(): readonly WayIn[] {
  return kept
}

export function keepWaysIn(waysIn: WayIn[]): void {
  kept = waysIn
}

/** The sign-in screen that leads to the list with a way to remove each, and from there to where one was going. */
export function reviewLogin(search: URLSearchParams): string {
  const review = withQuery(paths.profile, { review: redirectOf(search) ?? paths.home })
  return withQuery(paths.login, { redirect: review })
}
