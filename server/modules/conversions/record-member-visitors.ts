import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { isOutage } from '#server/platform/outage.ts'
import { insertMemberVisitor } from './member-visitor-queries.ts'

export interface VisitorDeps {
  db: Db
  log: Logger
  /** The visitor hash of a request (server/modules/clicks); null where its address says nothing. */
  visitorOf(request: FastifyRequest): string | null
}

/** Members and devices remembered in memory, so that each is written once: about 6 MB at most. */
const remembered = 50_000

/**
 * Keeps under which visitor hashes members use the product, so that a conversion of a click from one's own device is
 * recognised (`self_conversion`). A hash is of one day, one network and one browser; no address is kept. Nobody waits
 * for it, and what cannot be written is written at the next request.
 */
export function recordMemberVisitors({ db, log, visitorOf }: VisitorDeps) {
  const seen = new Set<string>()
  return ({ uid }: { uid: string }, request: FastifyRequest): void => {
    const visitor = visitorOf(request)
    const key = `${uid} ${visitor}`
    if (visitor === null || seen.has(key)) return
    if (seen.size >= remembered) seen.clear()
    seen.add(key)
    insertMemberVisitor(db, uid, visitor).catch((error: unknown) => {
      seen.delete(key)
      if (!isOutage(error)) log.warn({ err: error }, 'member visitor')
    })
  }
}
