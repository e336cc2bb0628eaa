import { m } from '#console-messages'
import { acceptClaim, declineClaims } from '#contracts/operator-claims.endpoints.ts'
import type { OperatedClaim } from '#contracts/operator-claims.schemas.ts'
import { call } from '#console/platform/api.ts'
import { brandQuestionActs } from '#console/platform/brand-questions.tsx'
import { decideRows } from '#console/platform/decide-rows.ts'
import { amountFields, typedAmount } from '#console/platform/typed-amount.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

const waits = ({ state }: OperatedClaim) => state === 'open'

/** Accepting and declining claims that wait, and asking their brands. */
export const claimActs: readonly RowAct<OperatedClaim>[] = [
  {
    id: 'accept',
    label: m.claims_accept(),
    hotkey: 'a',
    permission: 'claim.accept',
    applies: waits,
    reason: { label: m.claims_answer(), isRequired: false },
    fields: (rows) => (rows.length === 1 ? brandsFields(rows[0]!) : []),
    preview: (rows) => <AcceptPreview rows={rows} />,
    allows: (rows, values) => rows.length > 1 || brandsWord(rows[0]!, values) !== null,
    run: async (rows, answer, values) =>
      await outcomeOfEach(rows, async (row) => {
        const said = rows.length === 1 ? brandsWord(row, values) : {}
        const body = { ...said, ...(answer !== '' && { answer }) }
        return await call(acceptClaim, { params: { id: row.id }, body })
      }),
    said: (count) => m.claims_accepted({ count }),
  },
  {
    id: 'decline',
    label: m.claims_decline(),
    hotkey: 'd',
    look: 'danger',
    permission: 'claim.decline',
    applies: waits,
    reason: {
      label: m.claims_answer(),
      isRequired: true,
      templates: [m.claims_template_brand(), m.claims_template_click(), m.claims_template_returned()],
    },
    preview: (rows) => <p>{m.claims_decline_preview({ count: rows.length })}</p>,
    run: async (rows, answer) =>
      await decideRows(
        rows.map(({ id }) => id),
        async (ids) => await call(declineClaims, { body: { ids, answer } }),
      ),
    said: (count) => m.claims_declined({ count }),
  },
  ...brandQuestionActs.map((act) => ({
    ...act,
    applies: (row: OperatedClaim) => waits(row) && act.applies!(row),
  })),
]

/** What is recorded, and of one claim what its brand last answered. */
function AcceptPreview({ rows }: { rows: readonly OperatedClaim[] }) {
  const answered = rows.length === 1 ? rows[0]!.questions.find(({ answer }) => answer !== null) : undefined
  return (
    <>
      <p>{m.claims_accept_preview({ count: rows.length })}</p>
      {rows.length === 1 && <p>{m.claims_accept_event()}</p>}
      {answered && (
        <p>
          {m.claims_brand_said()} <q>{answered.answer}</q>
        </p>
      )}
    </>
  )
}

/** What only the brand knows: its own id of the order, and what was really paid. */
function brandsFields({ amount }: OperatedClaim): ActField[] {
  return [
    { name: 'eventId', label: m.claims_event(), isRequired: false, length: 200 },
    ...amountFields(amount),
  ]
}

/** The same as it was typed, where it differs from what is claimed; null where it is no order id or no amount. */
function brandsWord(
  { amount }: OperatedClaim,
  values: FieldValues,
): { eventId?: string; amount?: { currency: string; minor: number } } | null {
  const eventId = values.eventId!.trim()
  const typed = typedAmount(values)
  if (typed === 'wrong' || /[^\x21-\x7e]/.test(eventId)) return null
  const isOther = typed !== null && (typed.minor !== amount?.minor || typed.currency !== amount.currency)
  return { ...(eventId !== '' && { eventId }), ...(isOther && { amount: typed }) }
}
