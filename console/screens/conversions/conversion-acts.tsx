import { m } from '#console-messages'
import { correctConversion, reverseConversion } from '#contracts/operator-conversions.endpoints.ts'
import type { OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatCrels } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { CorrectionPreview } from './correction-preview.tsx'
import { correctionFields, correctionOf } from './correction.ts'

/** What can be done to a conversion that was decided: correcting it by adding, and taking it back. */
export function conversionActs(
  conversion: OperatedConversionDetail,
  {
    onCorrected,
  }: {
    /** Another stands in its place, with this id. */
    onCorrected: (id: string) => void
  },
): RowAct<OperatedConversionDetail>[] {
  return [
    {
      id: 'correct',
      label: m.conversions_correct(),
      permission: 'conversion.correct',
      applies: ({ status, correctedBy }) => status !== 'under_review' && correctedBy === null,
      fields: correctionFields(conversion),
      reason: { label: m.conversions_reason(), isRequired: true },
      preview: ([row], values) => <CorrectionPreview row={row!} values={values} />,
      allows: ([row], values) => correctionOf(row!, values) !== null,
      run: async ([row], reason, values) => {
        const { id } = row!
        const body = { ...correctionOf(row!, values), reason }
        onCorrected((await call(correctConversion, { params: { id }, body })).id)
        return oneDone(id)
      },
      said: () => m.conversions_corrected_said(),
    },
    {
      id: 'reverse',
      label: m.conversions_reverse(),
      look: 'danger',
      permission: 'conversion.reverse',
      applies: ({ status, correctedBy, crels }) => status === 'accepted' && correctedBy === null && crels > 0,
      reason: {
        label: m.conversions_reverse_reason(),
        isRequired: true,
        templates: ['fraud', 'duplicate', 'returned'],
        length: 60,
      },
      preview: ([row]) => (
        <p>
          {m.conversions_reverse_preview({
            crels: formatCrels(row!.crels),
            name: row!.member.name ?? m.review_left(),
          })}
        </p>
      ),
      run: async ([row], reason) => {
        const { id } = row!
        await call(reverseConversion, { params: { id }, body: { reason } })
        return oneDone(id)
      },
      said: () => m.conversions_reversed_said(),
    },
  ]
}
