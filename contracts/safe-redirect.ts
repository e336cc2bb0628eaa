import { matchPage } from './page-routes.ts'
import { sitePath } from './site-path.ts'

/**
 * The path (with query and fragment) an untrusted `redirect` value may lead to, or `fallback`: a page of the route
 * table. A short link (`/s/…`) would lead off the site, and `/identity/…`, `/px/…` or `/dev/…` are no pages.
 */
export function safeRedirect(value: string | null | undefined, fallback = '/'): string {
  const path = sitePath(value)
  return path !== null && matchPage(path.split(/[?#]/)[0]!) ? path : fallback
}
