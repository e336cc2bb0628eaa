import { m } from '#console-messages'
import { proposeAdjustment } from '#contracts/operator-members.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { ADJUSTMENT_MAX, balancesAfter, type AdjustedAsset, type Adjustment } from '#rules/adjustment.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber } from '#console/ui/format.ts'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { balanceText, debtText } from './balance-text.ts'

const assetNames: Record<AdjustedAsset, () => string> = { crels: m.member_crels, points: m.member_points }

/** Adds crels or points to a member's balance, or takes some: proposed here, approved by another operator. */
export const adjustment: RowAct<OperatedMemberView> = {
  id: 'adjust',
  label: m.member_adjust(),
  look: 'quiet',
  permission: 'member.adjust',
  fields: [
    {
      kind: 'choice',
      name: 'asset',
      label: m.member_adjust_asset(),
      options: (Object.keys(assetNames) as AdjustedAsset[]).map((value) => ({
        value,
        label: assetNames[value](),
      })),
    },
    {
      kind: 'number',
      name: 'amount',
      label: m.member_adjust_amount(),
      description: m.member_adjust_amount_hint({ max: formatNumber(ADJUSTMENT_MAX) }),
      min: -ADJUSTMENT_MAX,
      max: ADJUSTMENT_MAX,
    },
  ],
  reason: { label: m.member_reason(), isRequired: true },
  preview: ([member], values) => member && <After member={member} adjusted={read(values)} />,
  allows: ([member], values) => member !== undefined && balancesAfter(member.wallet, read(values)) !== null,
  run: async ([member], reason, values) => {
    const { uid } = member!
    await call(proposeAdjustment, { params: { uid }, body: { ...read(values), reason } })
    return oneDone(uid)
  },
  said: m.member_adjust_said,
}

/** The balance as it is and as it would be. */
function After({ member: { wallet }, adjusted }: { member: OperatedMemberView; adjusted: Adjustment }) {
  const { asset, amount } = adjusted
  const after = balancesAfter(wallet, adjusted)
  const isEmpty = !Number.isSafeInteger(amount) || amount === 0
  if (!after && !isEmpty)
    return <p role="alert">{m.member_adjust_too_few({ balance: balanceText(wallet, asset) })}</p>
  return (
    <>
      <Facts
        facts={[
          [m.member_adjust_now(), balanceText(wallet, asset)],
          [m.member_adjust_after(), after && balanceText(after, asset)],
          [m.member_adjust_debt(), after && debtText(wallet, after)],
        ]}
      />
      <p>{m.member_adjust_preview()}</p>
    </>
  )
}

function read({ asset, amount }: FieldValues): Adjustment {
  return { asset: asset as AdjustedAsset, amount: amount === '' ? Number.NaN : Number(amount) }
}
