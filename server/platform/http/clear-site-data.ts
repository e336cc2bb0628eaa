import type { FastifyReply } from 'fastify'
import type { ProblemCode } from '#contracts/errors.ts'

/** The refusals after which a browser of ours signs out (docs/session.md, End). */
const endsSession: ReadonlySet<ProblemCode> = new Set(['user_token_expired', 'user_disabled', 'user_deleted'])

/** Whether a refusal means that the session has ended. */
export function isSessionEnd(code: ProblemCode): boolean {
  return endsSession.has(code)
}

/**
 * Asks the browser to forget what it cached of this origin, with the pages it keeps for its Back button, when a session
 * ends. Not `"cookies"`, which would reach every subdomain of the operator's domain, and not `"storage"`, which would
 * take theme, consent and the service worker with its offline page; what the app itself keeps of a member there it
 * clears by itself (decision 034).
 */
export function clearSiteData(reply: FastifyReply): void {
  reply.header('clear-site-data', '"cache"')
}
