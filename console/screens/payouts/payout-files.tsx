import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getPayoutFile } from '#contracts/operator-payout-runs.endpoints.ts'
import type { PayoutFile, PayoutRunDetail } from '#contracts/operator-payout-runs.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { saveFile } from '#console/ui/table/csv.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import styles from './payout.module.css'

/** The files of a run: each is fetched again as often as needed, the same bytes. */
export function PayoutFiles({ run }: { run: PayoutRunDetail }) {
  const may = useMay()
  const download = useMutation({
    mutationFn: async (number: number) => {
      const file = (await call(getPayoutFile, { params: { id: run.id, number } })) as Blob | null
      if (file) saveFile(`${run.id}-${number}.${run.format === 'sepa' ? 'xml' : 'csv'}`, file, file.type)
    },
  })
  return (
    <Card heading={m.payouts_files()}>
      {download.isError && <FailureAlert error={download.error} />}
      {run.files.length === 0 ? (
        m.payouts_files_none()
      ) : (
        <Lines
          file={listFile(`payout-files-${run.id}`, run.files, [
            [m.payouts_format(), ({ number }) => number],
            [m.payouts_file_payments(), ({ payouts }) => payouts],
            [m.payouts_file_usd_cents(), ({ usdCents }) => usdCents],
            [m.table_file_time(), ({ madeAt }) => madeAt],
            [m.table_file_by(), ({ madeBy }) => madeBy],
          ])}
        >
          {run.files.map(({ number, payouts, usdCents, madeBy, madeAt, progress, paidBefore }) => (
            <Line
              key={number}
              name={m.payouts_file({ number })}
              detail={
                payouts === null ? (
                  <Unfinished progress={progress} />
                ) : (
                  <>
                    {m.payouts_file_detail({
                      count: payouts,
                      value: formatUsd(usdCents ?? 0),
                      by: madeBy,
                      time: formatDateTime(madeAt),
                    })}
                    {paidBefore.length > 0 && (
                      <b className={styles.paidBefore}>
                        {m.payouts_file_paid_before({
                          count: paidBefore.length,
                          references: paidBefore.join(', '),
                        })}
                      </b>
                    )}
                  </>
                )
              }
              acts={
                payouts !== null &&
                may('payout-run.send') && (
                  <Button
                    variant="light"
                    aria-label={m.payouts_download_named({ number })}
                    loading={download.isPending}
                    onClick={() => download.mutate(number)}
                  >
                    {m.payouts_download()}
                  </Button>
                )
              }
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}

/** How far a file is that is being made; of one that was left, that it is not finished. */
function Unfinished({ progress }: Pick<PayoutFile, 'progress'>) {
  if (!progress?.isAtWork) return m.payouts_file_unfinished()
  const { done, of } = progress
  return (
    <>
      {m.payouts_file_running({ done: formatNumber(done), of: formatNumber(of) })}
      <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label={m.payouts_progress()} />
    </>
  )
}
