import { blockedHostOf } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'

/** A field of a campaign's file that names a brand there is not, or a category there is not or that is retired. */
export function unknown(path: 'brand' | 'category', slug: string): Problem {
  const which = path === 'category' ? `${slug} that takes campaigns` : slug
  return invalid(path, `There is no ${path} ${which}`, 'unknown')
}

/** Throws `validation_failed` for a destination on a host of the operator's list. */
export async function assertNotBlocked(db: Db, url: string): Promise<void> {
  const host = await blockedHostOf(db, url)
  if (host !== undefined) throw invalid('destinationUrl', `Nothing leads to ${host}: it is blocked`)
}

/** A field of a campaign's file that is invalid; the message is for the file's author. */
export function invalid(path: string, message: string, code = 'custom'): Problem {
  return problem('validation_failed', {
    detail: `${message}.`,
    members: { issues: [{ path, code, message }] },
  })
}
