import { m } from '#messages'
import { getStatement } from '#contracts/wallet.endpoints.ts'
import { DownloadButton } from '#web/ui/rare/download-button.tsx'
import { statementQuery, type StatementFilter } from './statement-queries.ts'
import { utcDate } from '#rules/utc-date.ts'

/** The statement as it is filtered, whole, as a file. */
export function CsvButton({ filter }: { filter: StatementFilter }) {
  const { account } = filter
  const download = async () => {
    // Loaded on the first download.
    const { receiveFile, saveFile } = await import('#web/platform/receive-file.ts')
    const date = utcDate(Date.now())
    const csv = await receiveFile(getStatement, 'text/csv', { query: statementQuery(filter) })
    saveFile(csv, m.wallet_csv_name({ account, date }))
  }
  return (
    <DownloadButton
      label={m.wallet_csv()}
      done={m.wallet_csv_done()}
      failed={m.wallet_csv_failed()}
      download={download}
    />
  )
}
