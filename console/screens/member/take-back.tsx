import { m } from '#console-messages'
import { reverseClickEarnings } from '#contracts/operator-member-earnings.endpoints.ts'
import type { MemberEarning } from '#contracts/operator-member-earnings.schemas.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { balancesAfterReversal, type CrelBalances } from '#rules/earning-reversal.ts'
import { call } from '#console/platform/api.ts'
import { decideRows } from '#console/platform/decide-rows.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatCrels } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { nameOf } from './member-name.ts'

/** The crels that are left of an earning. */
export function leftOf({ crels, reversedCrels }: MemberEarning): number {
  return crels - reversedCrels
}

/**
 * Taking back what clicks were paid, of one earning or many: history is corrected by adding, so that cannot be undone. A
 * lead or sale is taken back by its conversion.
 */
export function takeBack(member: OperatedMemberView): RowAct<MemberEarning> {
  const { uid } = member
  return {
    id: 'take-back',
    label: m.member_take_back(),
    hotkey: 't',
    look: 'danger',
    permission: 'earning.reverse',
    applies: ({ type, state }) => type === 'click' && (state === 'pending' || state === 'available'),
    reason: {
      label: m.member_take_back_reason(),
      isRequired: true,
      templates: ['not_genuine', 'fraud', 'duplicate'],
      length: 60,
    },
    preview: (rows) => <After member={member} rows={rows} />,
    run: async (rows, reason) =>
      await decideRows(
        rows.map(({ id }) => id),
        async (ids) => await call(reverseClickEarnings, { params: { uid }, body: { ids, reason } }),
      ),
    said: (count) => m.member_taken_back_said({ count }),
  }
}

/** What is taken, and each balance as it is and as it would be. */
function After({ member, rows }: { member: OperatedMemberView; rows: readonly MemberEarning[] }) {
  const { wallet } = member
  const sumOf = (state: MemberEarning['state']) =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + leftOf(row), 0)
  const taken = { pending: sumOf('pending'), available: sumOf('available') }
  const after = balancesAfterReversal(wallet, taken)
  const change = (balance: keyof CrelBalances) =>
    after[balance] === wallet[balance]
      ? null
      : m.member_take_back_change({
          before: formatCrels(wallet[balance]),
          after: formatCrels(after[balance]),
        })
  return (
    <>
      <p>
        {m.member_take_back_preview({
          crels: formatCrels(taken.pending + taken.available),
          name: nameOf(member),
        })}
      </p>
      <Facts
        facts={[
          [m.member_pending(), change('pending')],
          [m.member_available(), change('available')],
          [m.member_debt(), change('debt')],
          [m.member_points(), m.member_take_back_points()],
        ]}
      />
    </>
  )
}
