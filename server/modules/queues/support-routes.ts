import { Readable } from 'node:stream'
import * as abuse from '#contracts/operator-abuse.endpoints.ts'
import * as contract from '#contracts/operator-support.endpoints.ts'
import { undoing } from '#server/modules/operators/public.ts'
import type { BanDeps } from '#server/modules/shortlinks/public.ts'
import {
  answerRequest,
  assignRequest,
  closeRequest,
  lookAtPicture,
  reopenRequest,
  writeToMember,
  type SupportDeps,
} from '#server/modules/support/public.ts'
import { supportReferenceText } from '#rules/support-request.ts'
import { answer, answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { banReportedLinks, reportedLinks, unbanReportedLinks } from './report-links.ts'
import { operatedRequest, operatedRequests } from './support-inbox.ts'

/** The endpoints of contracts/operator-support.endpoints.ts and operator-abuse.endpoints.ts. */
export function supportRoutes(deps: SupportDeps & Pick<BanDeps, 'secret'>): Route[] {
  return [
    bind(contract.listOperatedRequests, async ({ db, actor, query }) =>
      operatedRequests(db, actor.operatorId, query),
    ),
    bind(contract.writeToMember, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        // Not the request itself: the answer is kept for a repetition, and would outlive a member who leaves.
        const { id, reference } = await writeToMember(tx, actor, body, deps)
        return answer(201, { id, reference: supportReferenceText(reference) })
      }),
    ),
    bind(contract.getOperatedRequest, async ({ db, params }) => operatedRequest(db, params.id)),
    bind(contract.getRequestPicture, async ({ transaction, actor, params: { id, messageId, place } }) => {
      const key = await transaction((tx) => lookAtPicture(tx, actor, { request: id, messageId, place }))
      const bytes = await deps.files.read(key)
      return answerFile(Readable.from([bytes]), `${messageId}-${place}.webp`)
    }),
    bind(contract.takeRequest, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await assignRequest(tx, actor, { request: params.id, change: { take: true, ...body } })
        return await operatedRequest(tx, params.id)
      }),
    ),
    bind(contract.giveBackRequest, async ({ transaction, actor, params }) =>
      transaction(async (tx) => {
        await assignRequest(tx, actor, { request: params.id, change: { take: false } })
        return await operatedRequest(tx, params.id)
      }),
    ),
    bind(contract.answerRequest, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await answerRequest(tx, actor, { request: params.id, ...body }, deps)
        return await operatedRequest(tx, params.id)
      }),
    ),
    bind(contract.closeRequest, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await closeRequest(tx, actor, { request: params.id, ...body })
        return await operatedRequest(tx, params.id)
      }),
    ),
    bind(contract.reopenRequest, async ({ transaction, actor, params }) =>
      transaction(async (tx) => {
        await reopenRequest(tx, actor, { request: params.id })
        return await operatedRequest(tx, params.id)
      }),
    ),
    bind(abuse.listReportedLinks, async ({ db, params }) => ({ items: await reportedLinks(db, params.id) })),
    bind(abuse.banReportedLinks, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => ({
        codes: await banReportedLinks(tx, undoing(actor, body), { request: params.id, ...body }, deps),
      })),
    ),
    bind(abuse.unbanReportedLinks, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => ({
        codes: await unbanReportedLinks(tx, undoing(actor, body), { request: params.id, ...body }, deps),
      })),
    ),
  ]
}
