import { blockedHostOf } from '#server/modules/links/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'

/** A field of a campaign's file that names a brand or category there is not. */
export function unknown(path: 'brand' | 'category', slug: string): Problem {
  return invalid(path, `There is no ${path} ${slug}`, 'unknown')
}

/** A destination on a host of the operator's list, or undefined. */
export async function blockedDestination(db: Db, url: string): Promise<Problem | undefined> {
  const host = await blockedHostOf(db, url)
  return host === undefined ? undefined : invalid('destinationUrl', `Nothing leads to ${host}: it is blocked`)
}

/** A field of a campaign's file that cannot be so; the message is for whoever wrote the file. */
export function invalid(path: string, message: string, code = 'custom'): Problem {
  return problem('validation_failed', {
    detail: `${message}.`,
    members: { issues: [{ path, code, message }] },
  })
}
