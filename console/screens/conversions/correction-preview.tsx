import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { previewCorrection } from '#contracts/operator-conversions.endpoints.ts'
import type { OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatCrels, formatDateTime } from '#console/ui/format.ts'
import { useHoldBack } from '#console/ui/hold-back.ts'
import { FailureState } from '#console/ui/states.tsx'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import { correctionOf, type Corrected } from './correction.ts'

/** What a correction would earn and take back, or why it cannot be made. */
export function CorrectionPreview({ row, values }: { row: OperatedConversionDetail; values: FieldValues }) {
  const [asked] = useDebouncedValue(values, 300)
  // What is typed is asked once the typing rests.
  useHoldBack(asked !== values)
  const correction = correctionOf(row, asked)
  return (
    <div role="status">
      {correction === null ? m.conversions_no_amount() : <Outcome row={row} correction={correction} />}
    </div>
  )
}

function Outcome({ row, correction }: { row: OperatedConversionDetail; correction: Corrected }) {
  const { id, crels: left } = row
  const { data, error, refetch } = useQuery({
    queryKey: ['correction-preview', id, correction],
    queryFn: async ({ signal }) =>
      await call(previewCorrection, { params: { id }, body: correction, signal }),
    retry: false,
    staleTime: 0,
  })
  useHoldBack(!data)
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />
  if (!data?.earning) return <p>{m.conversions_counting()}</p>
  const { crels, unlocksAt } = data.earning
  return (
    <>
      <p>
        {m.conversions_correct_preview({ crels: formatCrels(crels), available: formatDateTime(unlocksAt) })}
      </p>
      {left > 0 && <p>{m.conversions_correct_takes_back({ crels: formatCrels(left) })}</p>}
    </>
  )
}
