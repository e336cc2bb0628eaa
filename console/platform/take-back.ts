import { m } from '#console-messages'
import { rejectPendingAct } from '#contracts/pending-acts.endpoints.ts'
import { call } from './api.ts'

/** What one proposed last in this tab. */
let last: string | null = null

/** Keeps the id of what one has just proposed. */
export function keepProposed({ id }: { id: string }): void {
  last = id
}

/** Takes back what one proposed last. */
export async function takeLastBack(): Promise<void> {
  await call(rejectPendingAct, { params: { id: last! }, body: { reason: m.approvals_taken_back() } })
}
