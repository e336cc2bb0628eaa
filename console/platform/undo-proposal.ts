import { m } from '#console-messages'
import { rejectPendingAct } from '#contracts/pending-acts.endpoints.ts'
import { call } from './api.ts'

/** What takes back a proposal that one has just made. */
export function undoProposal({ id }: { id: string }): () => Promise<unknown> {
  return async () => await call(rejectPendingAct, { params: { id }, body: { reason: m.table_taken_back() } })
}
