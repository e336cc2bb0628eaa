import { Button, FileButton, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getRefusedResults, importPayoutResults } from '#contracts/operator-payout-runs.endpoints.ts'
import type { PayoutRunDetail } from '#contracts/operator-payout-runs.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { saveFile } from '#console/ui/table/csv.ts'
import { listFile } from '#console/ui/table/file-button.tsx'

/** Reports of what arrived: each is worked on behind the answer, with its progress, and a file of refused rows. */
export function PayoutImports({ run }: { run: PayoutRunDetail }) {
  const client = useQueryClient()
  const may = useMay()
  const take = useMutation({
    mutationFn: async (file: File) =>
      await call(importPayoutResults, {
        params: { id: run.id },
        // Browsers name a CSV file by what is installed on the machine.
        body: new Blob([file], { type: 'text/csv' }),
      }),
    onSuccess: async () => await client.invalidateQueries(),
  })
  const refused = useMutation({
    mutationFn: async (id: string) => {
      const file = (await call(getRefusedResults, { params: { id } })) as Blob | null
      if (file) saveFile(`${id}-refused.csv`, file, file.type)
    },
  })
  const failure = take.error ?? refused.error
  return (
    <Card
      heading={m.payouts_imports()}
      acts={
        isImportedInto(run) &&
        may('payout-run.import') && (
          <FileButton accept=".csv,text/csv" onChange={(file) => file && take.mutate(file)}>
            {(props) => (
              <Button {...props} variant="light" loading={take.isPending}>
                {m.payouts_import()}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {failure && <FailureAlert error={failure} />}
      {run.state === 'sent' && <p>{m.payouts_import_hint()}</p>}
      {run.state === 'closed' && <p>{m.payouts_import_closed()}</p>}
      {run.imports.length === 0 ? (
        m.payouts_imports_none()
      ) : (
        <Lines
          file={listFile(`payout-results-${run.id}`, run.imports, [
            [m.payouts_import_at(), ({ madeAt }) => madeAt],
            [m.payouts_import_by(), ({ madeBy }) => madeBy],
            [m.payouts_import_finished(), ({ finishedAt }) => finishedAt],
            [m.payouts_import_rows(), ({ rows }) => rows],
            [m.payouts_import_rows_done(), ({ rowsDone }) => rowsDone],
            [m.payouts_payment_paid(), ({ paid }) => paid],
            [m.payouts_came_back(), ({ exceptions }) => exceptions],
            [m.payouts_import_pending(), ({ pending }) => pending],
            [m.payouts_import_refused(), ({ refused: rows }) => rows],
            [m.payouts_import_id(), ({ id }) => id],
          ])}
        >
          {run.imports.map((one) => (
            <Line
              key={one.id}
              name={m.payouts_by_at({ by: one.madeBy, time: formatDateTime(one.madeAt) })}
              detail={
                one.finishedAt === null ? (
                  <>
                    {m.payouts_import_running({
                      done: formatNumber(one.rowsDone),
                      rows: formatNumber(one.rows),
                    })}
                    <Progress
                      value={one.rows === 0 ? 0 : (100 * one.rowsDone) / one.rows}
                      aria-label={m.payouts_progress()}
                    />
                  </>
                ) : (
                  m.payouts_import_done({
                    paid: formatNumber(one.paid),
                    exceptions: formatNumber(one.exceptions),
                    pending: formatNumber(one.pending),
                    refused: formatNumber(one.refused),
                  })
                )
              }
              acts={
                one.refusedUntil !== null && (
                  <Button variant="light" onClick={() => refused.mutate(one.id)}>
                    {m.payouts_import_refused()}
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

/** Days or weeks after a run was closed a bank still returns what it paid. */
function isImportedInto({ state }: PayoutRunDetail): boolean {
  return state === 'sent' || state === 'closed'
}
