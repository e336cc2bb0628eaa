import { m } from '#console-messages'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import {
  decideClicks,
  decideConversions,
  decideShares,
  refuseInvitations,
  releaseInvitations,
} from '#contracts/operator-reviews.endpoints.ts'
import type { Review } from '#contracts/operator-reviews.schemas.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { brandQuestionActs } from '#console/platform/brand-questions.tsx'
import { decideRows, type DecidedRows } from '#console/platform/decide-rows.ts'
import { formatCrels, formatNumber } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Decides some rows of a kind; `text` is the answer to the members, of invitations the reason. */
type Decide = (ids: string[], accept: boolean, text: string) => Promise<DecidedRows>

const deciders: Record<ReviewKind, Decide> = {
  conversions: async (ids, accept, text) =>
    await call(decideConversions, { body: { ids, accept, ...answerOf(text) } }),
  clicks: async (ids, accept, text) => await call(decideClicks, { body: { ids, accept, ...answerOf(text) } }),
  shares: async (ids, accept, text) => await call(decideShares, { body: { ids, accept, ...answerOf(text) } }),
  invitations: async (ids, accept, text) =>
    accept
      ? await call(releaseInvitations, { body: { ids } })
      : await call(refuseInvitations, { body: { ids, reason: text } }),
}

const permissions: Record<ReviewKind, Record<'accept' | 'reject', OperatorPermission>> = {
  conversions: { accept: 'conversion.decide', reject: 'conversion.decide' },
  clicks: { accept: 'click.decide', reject: 'click.decide' },
  shares: { accept: 'click.decide', reject: 'click.decide' },
  invitations: { accept: 'invitation.release', reject: 'invitation.refuse' },
}

/** Accepting and rejecting what is under review, one or many of a kind. */
export function reviewActs(kind: ReviewKind): readonly RowAct<Review>[] {
  const run = (accept: boolean) => async (rows: readonly Review[], text: string) =>
    await decideRows(
      rows.map(({ id }) => id),
      async (ids) => await deciders[kind](ids, accept, text),
    )
  const about = (rows: readonly Review[]) => ({
    count: rows.length,
    crels: formatCrels(crelsOf(rows)),
    members: membersOf(rows),
  })
  return [
    {
      id: 'accept',
      label: m.review_accept(),
      hotkey: 'a',
      permission: permissions[kind].accept,
      preview: (rows) => <p>{m.review_accept_preview(about(rows))}</p>,
      run: run(true),
      said: (count) => m.review_accepted({ count: formatNumber(count) }),
    },
    {
      id: 'reject',
      label: m.review_reject(),
      hotkey: 'r',
      look: 'danger',
      permission: permissions[kind].reject,
      reason:
        kind === 'invitations'
          ? { label: m.review_note(), isRequired: true, templates: ['not_genuine'], length: 60 }
          : { label: m.review_answer(), isRequired: false },
      preview: (rows) => <p>{m.review_reject_preview(about(rows))}</p>,
      run: run(false),
      said: (count) => m.review_rejected({ count: formatNumber(count) }),
    },
    ...(kind === 'conversions' ? brandQuestionActs : []),
  ]
}

/** What rows are together. */
export function sumOf(rows: readonly Review[]): string {
  return m.review_sum({ crels: formatCrels(crelsOf(rows)), members: membersOf(rows) })
}

function answerOf(text: string): { answer?: string } {
  return text === '' ? {} : { answer: text }
}

function crelsOf(rows: readonly Review[]): number {
  return rows.reduce((sum, { crels }) => sum + crels, 0)
}

function membersOf(rows: readonly Review[]): string {
  const names = new Map(rows.map(({ member }) => [member.uid, member.name]))
  const [only] = names.values()
  return names.size === 1 && only ? only : m.review_members({ count: names.size })
}
