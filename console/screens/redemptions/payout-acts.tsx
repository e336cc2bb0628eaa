import { m } from '#console-messages'
import { draftPayoutRun } from '#contracts/operator-payout-runs.endpoints.ts'
import {
  failRedemption,
  payRedemption,
  proposeReturn,
  sendRedemption,
} from '#contracts/operator-payouts.endpoints.ts'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { kindOf, PAYOUT_FORMATS, type PayoutFormat } from '#rules/payout-run.ts'
import { call } from '#console/platform/api.ts'
import { formatCrels, formatUsd } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { payerOf } from '../payouts/payer.ts'
import { formatNames } from '../payouts/payout-words.ts'
import { paymentFields, paymentOf } from './payment-fields.ts'
import { idsOf, membersOf, usdCentsOf } from './redemption-acts.tsx'

const isBeingPaid = ({ state, runId }: OperatedRedemption) =>
  runId === null && (state === 'approved' || state === 'sending')

/**
 * Having approved redemptions paid, by themselves or in a payout run, and saying what became of those that are in none.
 */
export const payoutActs: readonly RowAct<OperatedRedemption>[] = [
  {
    id: 'send',
    label: m.redemptions_send(),
    hotkey: 's',
    permission: 'redemption.send',
    applies: ({ sendableBy }) => sendableBy.length > 0,
    preview: (rows) => (
      <>
        {[...Map.groupBy(rows, ({ sendableBy }) => sendableBy[0]!)].map(([provider, among]) => {
          const said = {
            count: among.length,
            value: formatUsd(usdCentsOf(among)),
            members: membersOf(among),
          }
          return (
            <p key={provider}>
              {provider === 'manual'
                ? m.redemptions_send_manual(said)
                : m.redemptions_send_service({ ...said, provider: nameOf(provider) })}
            </p>
          )
        })}
        <p>{m.redemptions_send_other()}</p>
      </>
    ),
    run: async (rows) =>
      await outcomeOfEach(rows, async ({ id, sendableBy }) =>
        call(sendRedemption, { params: { id }, body: { provider: sendableBy[0]! } }),
      ),
    said: (count) => m.redemptions_sent({ count }),
  },
  {
    id: 'draft-run',
    label: m.redemptions_draft(),
    hotkey: 'p',
    look: 'quiet',
    permission: 'payout-run.draft',
    applies: ({ state, runId, destination }) =>
      state === 'approved' &&
      runId === null &&
      PAYOUT_FORMATS.some((format) => isPaidBy(format, { destination })),
    fields: (rows, values) => [
      {
        kind: 'choice',
        name: 'format',
        label: m.redemptions_draft_format(),
        options: PAYOUT_FORMATS.filter((format) => rows.some((row) => isPaidBy(format, row))).map(
          (value) => ({
            value,
            label: formatNames[value](),
          }),
        ),
      },
      ...(formatOf(values) === 'sepa' ? payerFields : []),
    ],
    allows: (_, values) => !payerOf(formatOf(values), values) || (values.holder ?? '').trim() !== '',
    preview: (rows, values) => {
      const paid = rows.filter((row) => isPaidBy(formatOf(values), row))
      return (
        <>
          {paid.length > 0 && (
            <p>
              {m.redemptions_draft_preview({
                count: paid.length,
                value: formatUsd(usdCentsOf(paid)),
                members: membersOf(paid),
              })}
            </p>
          )}
          {paid.length < rows.length && (
            <p>{m.redemptions_draft_other({ count: rows.length - paid.length })}</p>
          )}
        </>
      )
    },
    run: async (rows, _, values, idempotencyKey) => {
      const format = formatOf(values)
      const payer = payerOf(format, values)
      const { left } = await call(draftPayoutRun, {
        body: {
          format,
          redemptionIds: idsOf(rows),
          ...(payer && { payer }),
        },
        idempotencyKey,
      })
      const whys = new Map(left.map(({ redemptionId, why }) => [redemptionId, why]))
      return rows.map(({ id }) => ({ id, done: !whys.has(id), detail: whys.get(id) ?? null }))
    },
    said: (count) => m.redemptions_drafted({ count }),
  },
  {
    id: 'paid',
    label: m.redemptions_paid(),
    permission: 'redemption.paid',
    applies: (row) => isBeingPaid(row) && row.state === 'sending',
    fields: paymentFields,
    preview: (rows) => (
      <p>
        {rows.length === 1
          ? m.redemptions_paid_preview({ value: formatUsd(usdCentsOf(rows)), members: membersOf(rows) })
          : m.redemptions_paid_single()}
      </p>
    ),
    allows: (rows) => rows.length === 1,
    run: async (rows, _, values) =>
      await outcomeOfEach(rows, async ({ id }) =>
        call(payRedemption, { params: { id }, body: paymentOf(values) }),
      ),
    said: (count) => m.redemptions_paid_said({ count }),
  },
  {
    id: 'fail',
    label: m.redemptions_fail(),
    look: 'danger',
    permission: 'redemption.failed',
    applies: isBeingPaid,
    reason: {
      label: m.redemptions_reject_reason(),
      isRequired: true,
      templates: [m.redemptions_template_refused(), m.redemptions_template_card()],
    },
    preview: (rows) => (
      <p>
        {m.redemptions_fail_preview({
          count: rows.length,
          value: formatUsd(usdCentsOf(rows)),
          crels: formatCrels(rows.reduce((sum, { crels }) => sum + crels, 0)),
          members: membersOf(rows),
        })}
      </p>
    ),
    run: async (rows, reason) =>
      await outcomeOfEach(rows, async ({ id }) => call(failRedemption, { params: { id }, body: { reason } })),
    said: (count) => m.redemptions_failed_said({ count }),
  },
  {
    id: 'returned',
    label: m.redemptions_return(),
    look: 'danger',
    permission: 'redemption.returned',
    applies: ({ state }) => state === 'paid',
    reason: {
      label: m.redemptions_reject_reason(),
      isRequired: true,
      templates: [m.redemptions_template_returned()],
    },
    preview: (rows) => (
      <>
        <p>
          {m.redemptions_return_preview({
            count: rows.length,
            value: formatUsd(usdCentsOf(rows)),
            crels: formatCrels(rows.reduce((sum, { crels }) => sum + crels, 0)),
            members: membersOf(rows),
          })}
        </p>
        <p>{m.redemptions_return_waits()}</p>
      </>
    ),
    run: async (rows, reason) =>
      await outcomeOfEach(rows, async ({ id }) => call(proposeReturn, { params: { id }, body: { reason } })),
    said: (count) => m.redemptions_return_said({ count }),
  },
]

/** Whose account the transfers leave, where it is another than that of the last run. */
const payerFields: readonly ActField[] = [
  {
    name: 'iban',
    label: m.payouts_payer_iban(),
    description: m.payouts_payer_hint(),
    isRequired: false,
    length: 50,
  },
  { name: 'holder', label: m.payouts_payer_name(), isRequired: false, length: 70 },
  { name: 'bic', label: m.payouts_payer_bic(), isRequired: false, length: 11 },
]

function formatOf({ format }: FieldValues): PayoutFormat {
  return format as PayoutFormat
}

function isPaidBy(format: PayoutFormat, { destination }: Pick<OperatedRedemption, 'destination'>): boolean {
  return kindOf(format) === destination.kind
}

/** What a provider is called. */
function nameOf(provider: string): string {
  return provider === 'paypal' ? m.redemptions_kind_paypal() : provider
}
