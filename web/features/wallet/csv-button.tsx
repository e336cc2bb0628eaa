import { m } from '#messages'
import { getStatement } from '#contracts/wallet.ts'
import { receiveFile, saveFile } from '../../platform/receive-file.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import type { StatementAccount } from './queries.ts'

/** The whole statement of one balance as a file. */
export function CsvButton({ account }: { account: StatementAccount }) {
  const download = async () => {
    const date = new Date().toISOString().slice(0, 10)
    const csv = await receiveFile(getStatement, 'text/csv', { query: { account } })
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
