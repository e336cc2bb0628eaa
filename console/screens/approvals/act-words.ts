import { m } from '#console-messages'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import { roleNames } from '#console/screens/operators/role-names.ts'
import { formatCrels, formatDate, formatNumber } from '#console/ui/format.ts'

/** What acts that take two people are called here; the log has them by their names. */
const acts: Readonly<Record<string, () => string>> = {
  'rate.set': m.approvals_act_rate,
  'currency.set': m.approvals_act_currency,
  'operator.change-role': m.approvals_act_role,
  'operator.enable': m.approvals_act_enable,
  'member.adjust': m.approvals_act_adjust,
  'redemption.returned': m.approvals_act_returned,
}

/** What an act is called; one of a newer server by its name. */
export function actText({ action }: Pick<PendingActView, 'action'>): string {
  return acts[action]?.() ?? action
}

type Said = readonly [name: string, value: string]

/** What is proposed, each value by what it is called. That a large change was confirmed is no value of it. */
export function inputTexts({ action, input }: Pick<PendingActView, 'action' | 'input'>): readonly Said[] {
  const values = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const text = (name: string) => String(values[name])
  switch (action) {
    case 'rate.set':
      return [[m.approvals_field_rate(), text('usdToCrels')]]
    case 'currency.set':
      return [
        [m.approvals_field_day(), formatDate(text('day'))],
        values['usdPerUnit'] === null
          ? [m.approvals_field_unit(), m.approvals_withdrawn()]
          : [m.approvals_field_unit(), text('usdPerUnit')],
      ]
    case 'operator.change-role':
      return [[m.approvals_field_role(), roleText(text('role'))]]
    case 'member.adjust':
      return [[m.approvals_field_amount(), amountText(values['asset'], Number(values['amount']))]]
    case 'redemption.returned':
      return [[m.approvals_field_redemption(), text('redemptionId')]]
    case 'operator.enable':
      return []
    default:
      return Object.entries(values).map(([name, value]) => [name, String(value)] as const)
  }
}

/** The values alone, in one line. */
export function inputLine(act: Pick<PendingActView, 'action' | 'input'>): string {
  return inputTexts(act)
    .map(([, value]) => value)
    .join(', ')
}

function roleText(role: string): string {
  return roleNames[role as OperatorRole]?.() ?? role
}

/** What is added has a plus: a member's balance takes either. */
function amountText(asset: unknown, amount: number): string {
  const text =
    asset === 'crels' ? formatCrels(amount) : m.member_reward_points({ points: formatNumber(amount) })
  return amount > 0 ? `+${text}` : text
}
