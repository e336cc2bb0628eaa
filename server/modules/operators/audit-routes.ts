import * as z from 'zod/mini'
import * as endpoints from '#contracts/operator-audit.endpoints.ts'
import { isAllowed, readsMembers } from '#rules/operator-permissions.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changesOfEntry, listAuditEntries, type LogReader } from './audit-log.ts'
import { auditFile } from './audit-file.ts'
import { auditProof, startAuditProof } from './audit-proof.ts'
import { entryView } from './entry-view.ts'
import { recordMemberView } from './record-member-view.ts'

const place = z.int().check(z.positive())

/** The routes by which the log is read. */
export function auditRoutes({ secret, enqueue }: { secret: Secret; enqueue: Jobs['add'] }): Route[] {
  return [
    bind(endpoints.listAuditLog, async ({ db, actor, query: { limit, cursor, ...filters } }) => {
      const beforeSeq = cursor === undefined ? undefined : decodeCursor(place, cursor)
      const query = { ...filters, isNamed: readsMembers(actor), beforeSeq, limit: limit + 1 }
      // Values of members stay sealed: what is opened is opened one by one, and the log says so.
      const page = pageOf(await listAuditEntries(db, query), limit, ({ seq }) => seq)
      return { ...page, items: page.items.map(entryView) }
    }),
    bind(endpoints.getAuditEntry, async ({ db, actor, params: { id } }) => {
      const query = { id, isNamed: readsMembers(actor), limit: 1 }
      const [entry] = await listAuditEntries(db, query, keysOf(actor, secret))
      if (!entry) throw problem('not_found')
      const { personal, member } = entry
      if (member !== null && typeof personal === 'object' && personal !== null)
        await inTransaction(db, async (tx) => await recordMemberView(tx, actor, { uid: member }))
      return { ...entryView(entry), ...(await changesOfEntry(db, id)) }
    }),
    bind(endpoints.getAuditProof, async ({ db }) => await auditProof(db)),
    bind(endpoints.proveAuditLog, async ({ transaction }) =>
      answer(202, await transaction(async (tx) => await startAuditProof(tx, enqueue))),
    ),
    bind(endpoints.exportAuditCsv, async ({ db, actor, query }) => await auditFile(db, actor, 'csv', query)),
    bind(
      endpoints.exportAuditJson,
      async ({ db, actor, query }) => await auditFile(db, actor, 'json', query),
    ),
  ]
}

/** What opens the values of a member, for who may look at one. */
function keysOf(actor: OperatorCaller, secret: Secret): LogReader | undefined {
  return readsMembers(actor) && isAllowed(actor, 'member.view') ? { reader: actor, secret } : undefined
}
