import { m } from '#console-messages'
import type { RestoredAnswer } from '#contracts/operator-shop.constants.ts'
import { answerRestoredCodes } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatNumber } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** What is said of codes that were unsold in a restored backup; neither is undone. */
export const restoredCodesActs: readonly RowAct<OperatedItemDetail>[] = [
  {
    ...actOf('use'),
    label: m.shop_codes_restored_use(),
    look: 'danger',
    preview: ([item]) => <p>{m.shop_codes_restored_use_preview(counted(item!))}</p>,
    said: m.shop_codes_restored_use_said,
  },
  {
    ...actOf('take-back'),
    label: m.shop_codes_restored_take_back(),
    preview: ([item]) => <p>{m.shop_codes_restored_take_back_preview(counted(item!))}</p>,
    said: m.shop_codes_restored_take_back_said,
  },
]

function actOf(answer: RestoredAnswer) {
  return {
    id: `restored-codes-${answer}`,
    permission: 'restore.codes',
    applies: ({ restoredCodes }) => restoredCodes > 0,
    reason: { label: m.shop_reason(), isRequired: true },
    run: async ([item], reason) => {
      const { slug } = item!
      await call(answerRestoredCodes, { params: { slug }, body: { answer, reason } })
      return oneDone(slug)
    },
  } as const satisfies Partial<RowAct<OperatedItemDetail>>
}

function counted({ title, restoredCodes }: OperatedItemDetail) {
  return { title, shown: formatNumber(restoredCodes) }
}
