import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { listTaxYears, makeTaxReport } from '#contracts/operator-tax.endpoints.ts'
import type { TaxYear } from '#contracts/operator-tax.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { saveFile } from '#console/ui/table/csv.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import styles from './payout.module.css'

/** What was paid by calendar year, each with its file for the tax office. For who may read it. */
export function TaxYears() {
  return useMay()('read.tax') ? <Shown /> : null
}

function Shown() {
  const [isAsked, setAsked] = useState(false)
  const years = useQuery({
    queryKey: ['tax-years'],
    queryFn: async ({ signal }) => await call(listTaxYears, { signal }),
    // All that was ever paid is counted for it: not for everybody who comes for a run.
    enabled: isAsked,
  })
  return (
    <div className={styles.years}>
      <Card
        heading={m.payouts_tax_years()}
        acts={
          !isAsked && (
            <Button variant="light" onClick={() => setAsked(true)}>
              {m.payouts_tax_show()}
            </Button>
          )
        }
      >
        {!isAsked ? (
          <p>{m.payouts_tax_lead()}</p>
        ) : years.isPending ? (
          <LoadingState />
        ) : years.isError ? (
          <FailureState error={years.error} onRetry={() => void years.refetch()} />
        ) : years.data.items.length === 0 ? (
          m.payouts_tax_none()
        ) : (
          <Lines
            file={listFile('paid-by-year', years.data.items, [
              [m.payouts_file_year(), ({ year }) => year],
              [m.payouts_file_usd_cents(), ({ usdCents }) => usdCents],
              [m.payouts_file_payments(), ({ payouts }) => payouts],
              [m.payouts_file_members(), ({ members }) => members],
              [m.payouts_file_without_form(), ({ withoutForm }) => withoutForm],
            ])}
          >
            {years.data.items.map((row) => (
              <Line
                key={row.year}
                name={String(row.year)}
                detail={[
                  formatUsd(row.usdCents),
                  m.payouts_tax_members({ count: formatNumber(row.members) }),
                  ...(row.withoutForm > 0
                    ? [m.payouts_tax_without({ count: formatNumber(row.withoutForm) })]
                    : []),
                ].join(' · ')}
                acts={<ActButton act={reportAct} row={row} idOf={nameOf} nameOf={nameOf} />}
              />
            ))}
          </Lines>
        )}
      </Card>
    </div>
  )
}

const nameOf = ({ year }: TaxYear) => String(year)

/** Makes the file of a year. */
const reportAct: RowAct<TaxYear> = {
  id: 'tax-report',
  label: m.payouts_tax_file(),
  look: 'quiet',
  permission: 'tax.report',
  reason: { label: m.member_reason(), isRequired: true },
  preview: ([row]) => row && <p>{m.payouts_tax_file_preview({ year: String(row.year) })}</p>,
  run: async ([row], reason) => {
    const year = String(row!.year)
    const file: unknown = await call(makeTaxReport, { params: { year }, body: { reason } })
    saveFile(`tax-${year}.csv`, file as Blob)
    return oneDone(year)
  },
  said: m.member_exported_said,
}
