import { m } from '#console-messages'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import {
  decideClicks,
  decideConversions,
  decideShares,
  refuseInvitations,
  releaseInvitations,
} from '#contracts/operator-reviews.endpoints.ts'
import type { Review } from '#contracts/operator-review-shapes.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { brandQuestionActs } from '#console/platform/brand-questions.tsx'
import { decideRows, type DecidedRows } from '#console/platform/decide-rows.ts'
import { formatNumber } from '#console/ui/format.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { paidText } from './paid-text.ts'

interface Decision {
  accept: boolean
  /** The answer to the members, of invitations the reason. */
  text: string
  values: FieldValues
}

/** Decides some rows of a kind. */
type Decide = (rows: readonly Review[], decision: Decision) => Promise<DecidedRows['results']>

const deciders: Record<ReviewKind, Decide> = {
  conversions: async (rows, { accept, values: { reason, answer = '' } }) => {
    // An answer to who did not appeal is refused, and its row with it.
    const appealed = new Set(idsOf(answer.trim() === '' ? [] : rows.filter(isAppealed)))
    return await decideRows(
      idsOf(rows),
      async (ids) => {
        const said = appealed.has(ids[0]!) ? answer.trim() : ''
        return await call(decideConversions, { body: { ids, accept, reason, ...answerOf(said) } })
      },
      (id) => appealed.has(id),
    )
  },
  clicks: async (rows, { accept, text }) =>
    await decideRows(idsOf(rows), async (ids) =>
      call(decideClicks, { body: { ids, accept, ...answerOf(text) } }),
    ),
  shares: async (rows, { accept, text }) =>
    await decideRows(idsOf(rows), async (ids) =>
      call(decideShares, { body: { ids, accept, ...answerOf(text) } }),
    ),
  invitations: async (rows, { accept, text }) =>
    await decideRows(idsOf(rows), async (ids) =>
      accept
        ? await call(releaseInvitations, { body: { ids } })
        : await call(refuseInvitations, { body: { ids, reason: text } }),
    ),
}

const permissions: Record<ReviewKind, Record<'accept' | 'reject', OperatorPermission>> = {
  conversions: { accept: 'conversion.decide', reject: 'conversion.decide' },
  clicks: { accept: 'click.decide', reject: 'click.decide' },
  shares: { accept: 'click.decide', reject: 'click.decide' },
  invitations: { accept: 'invitation.release', reject: 'invitation.refuse' },
}

const mailedAnswer = { reason: { label: m.review_mailed_answer(), isRequired: false } }

/** What is answered to those of some conversions who appealed, however it is decided. */
function answerFields(rows: readonly Review[]): ActField[] {
  const count = rows.filter(isAppealed).length
  return count > 0 ? [{ kind: 'long', name: 'answer', length: 500, label: m.review_answer({ count }) }] : []
}

/** What rejecting asks for: of conversions the reason that is kept, and an answer where a member appealed. */
const rejectAsks: Record<ReviewKind, Pick<RowAct<Review>, 'reason' | 'fields'>> = {
  conversions: {
    fields: (rows) => [
      { kind: 'choice', name: 'reason', label: m.review_reason(), options: rejectReasons },
      ...answerFields(rows),
    ],
  },
  clicks: mailedAnswer,
  shares: mailedAnswer,
  invitations: {
    reason: { label: m.review_note(), isRequired: true, templates: ['not_genuine'], length: 60 },
  },
}

/** Why a conversion is rejected, as it is kept; the first unless another is chosen. */
const rejectReasons = [
  { value: 'not_genuine', label: m.review_reject_not_genuine() },
  { value: 'duplicate', label: m.review_reject_duplicate() },
  { value: 'returned', label: m.review_reject_returned() },
  { value: 'fraud', label: m.review_reject_fraud() },
]

/** What was decided since can still be open. */
const waits = ({ isUnderReview }: Review) => isUnderReview

const brandActs = brandQuestionActs.map((act) => ({
  ...act,
  applies: (row: Review) => waits(row) && act.applies!(row),
}))

/** Accepting and rejecting what is under review, one or many of a kind. */
export function reviewActs(kind: ReviewKind): readonly RowAct<Review>[] {
  const run = (accept: boolean) => async (rows: readonly Review[], text: string, values: FieldValues) =>
    await deciders[kind](rows, { accept, text, values })
  const about = (rows: readonly Review[]) => ({
    count: rows.length,
    crels: paidText(rows),
    members: membersOf(rows),
  })
  return [
    {
      id: 'accept',
      label: m.review_accept(),
      hotkey: 'a',
      permission: permissions[kind].accept,
      applies: waits,
      ...(kind === 'conversions' && { fields: answerFields }),
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
      applies: waits,
      ...rejectAsks[kind],
      preview: (rows) => <p>{m.review_reject_preview(about(rows))}</p>,
      run: run(false),
      said: (count) => m.review_rejected({ count: formatNumber(count) }),
    },
    ...(kind === 'conversions' ? brandActs : []),
  ]
}

/** What rows are together. */
export function sumOf(rows: readonly Review[]): string {
  return m.review_sum({ crels: paidText(rows), members: membersOf(rows) })
}

function isAppealed({ appeal }: Review): boolean {
  return appeal !== null
}

function idsOf(rows: readonly Review[]): string[] {
  return rows.map(({ id }) => id)
}

function answerOf(text: string): { answer?: string } {
  return text === '' ? {} : { answer: text }
}

function membersOf(rows: readonly Review[]): string {
  const names = new Map(rows.map(({ member }) => [member.uid, member.name]))
  const [only] = names.values()
  return names.size === 1 && only ? only : m.review_members({ count: names.size })
}
