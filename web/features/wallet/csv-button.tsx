import { useMutation } from '@tanstack/react-query'
import { m } from '#messages'
import { getStatement } from '#contracts/wallet.ts'
import { receiveFile, saveFile } from '../../platform/receive-file.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/download-icon.tsx'
import type { StatementAccount } from './queries.ts'
import classes from './csv-button.module.css'

/** The whole statement of one balance as a file. */
export function CsvButton({ account }: { account: StatementAccount }) {
  const file = useMutation({
    mutationFn: async () => {
      const date = new Date().toISOString().slice(0, 10)
      const csv = await receiveFile(getStatement, 'text/csv', { query: { account } })
      saveFile(csv, m.wallet_csv_name({ account, date }))
    },
  })
  return (
    <div className={classes.file}>
      <span className={classes.said} role="status">
        {file.isError && m.wallet_csv_failed()}
        {file.isSuccess && <span className="visually-hidden">{m.wallet_csv_done()}</span>}
      </span>
      <Button
        look="plain"
        size="s"
        icon={<DownloadIcon size={18} />}
        loading={file.isPending}
        onClick={() => file.mutate()}
      >
        {m.wallet_csv()}
      </Button>
    </div>
  )
}
