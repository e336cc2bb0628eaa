import { m } from '#console-messages'
import {
  approveRedemptions,
  clearSanctionsMatch,
  rejectRedemptions,
} from '#contracts/operator-redemptions.endpoints.ts'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { decideRows } from '#console/platform/decide-rows.ts'
import { formatCrels, formatUsd } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { memberName } from './redemption-words.ts'
import { isRisky } from './risk-strip.tsx'
import { Screening } from './screening.tsx'

export const idsOf = (rows: readonly OperatedRedemption[]) => rows.map(({ id }) => id)
const waits = ({ state }: OperatedRedemption) => state === 'requested'

/** Approving and rejecting, one redemption or many; a match in a list of sanctions is looked at one by one. */
export const redemptionActs: readonly RowAct<OperatedRedemption>[] = [
  {
    id: 'approve',
    label: m.redemptions_approve(),
    hotkey: 'a',
    permission: 'redemption.approve',
    applies: waits,
    preview: (rows) => {
      const risky = rows.filter(isRisky).length
      return (
        <>
          <p>
            {m.redemptions_approve_preview({
              count: rows.length,
              value: formatUsd(usdCentsOf(rows)),
              members: membersOf(rows),
            })}
          </p>
          {risky > 0 && <p>{m.redemptions_approve_risky({ count: risky })}</p>}
        </>
      )
    },
    run: async (rows) =>
      await decideRows(idsOf(rows), async (ids) => await call(approveRedemptions, { body: { ids } })),
    said: (count) => m.redemptions_approved({ count }),
  },
  {
    id: 'clear-match',
    label: m.redemptions_clear_match(),
    permission: 'redemption.clear-match',
    applies: ({ screening }) => screening?.state === 'matched',
    reason: { label: m.redemptions_clear_match_reason(), isRequired: true },
    preview: ([row, ...others]) =>
      others.length > 0 ? (
        <p>{m.redemptions_clear_match_one()}</p>
      ) : (
        <>
          <p>{m.redemptions_clear_match_preview({ member: memberName(row?.member ?? null) })}</p>
          {row?.screening && <Screening {...row.screening} />}
        </>
      ),
    allows: (rows) => rows.length === 1,
    run: async ([row], reason) => {
      const { id, screening } = row!
      await call(clearSanctionsMatch, { params: { id }, body: { screeningId: screening!.id!, reason } })
      return [{ id, done: true, detail: null }]
    },
    said: () => m.redemptions_match_cleared(),
  },
  {
    id: 'reject',
    label: m.redemptions_reject(),
    hotkey: 'r',
    look: 'danger',
    permission: 'redemption.reject',
    applies: waits,
    reason: {
      label: m.redemptions_reject_reason(),
      isRequired: true,
      templates: [
        m.redemptions_template_destination(),
        m.redemptions_template_identity(),
        m.redemptions_template_activity(),
      ],
    },
    preview: (rows) => (
      <p>
        {m.redemptions_reject_preview({
          count: rows.length,
          crels: formatCrels(rows.reduce((sum, { crels }) => sum + crels, 0)),
          members: membersOf(rows),
        })}
      </p>
    ),
    run: async (rows, reason) =>
      await decideRows(idsOf(rows), async (ids) => await call(rejectRedemptions, { body: { ids, reason } })),
    said: (count) => m.redemptions_rejected({ count }),
  },
]

/** What redemptions are together; of how many members, where these may be seen. */
export function sumOf(rows: readonly OperatedRedemption[]): string {
  if (rows.some(({ member }) => member === null)) return formatUsd(usdCentsOf(rows))
  return m.redemptions_sum({ value: formatUsd(usdCentsOf(rows)), members: membersOf(rows) })
}

export function usdCentsOf(rows: readonly OperatedRedemption[]): number {
  return rows.reduce((sum, { usdCents }) => sum + usdCents, 0)
}

/** The one member by name, several by their number. */
export function membersOf(rows: readonly OperatedRedemption[]): string {
  const names = new Map(rows.map(({ id, member }) => [member?.uid ?? id, member?.name]))
  const [only] = names.values()
  return names.size === 1 && only ? only : m.redemptions_members({ count: names.size })
}
