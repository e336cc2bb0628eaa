import { useMutation } from '@tanstack/react-query'
import { m } from '#messages'
import { getStatement } from '#contracts/wallet.ts'
import { download } from '../../platform/download.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from './download-icon.tsx'
import type { StatementAccount } from './queries.ts'
import classes from './csv-button.module.css'

/** The whole statement of one balance as a file. */
export function CsvButton({ account }: { account: StatementAccount }) {
  const file = useMutation({
    mutationFn: () => {
      const date = new Date().toISOString().slice(0, 10)
      return download(
        `${getStatement.path}?account=${account}`,
        'text/csv',
        m.wallet_csv_name({ account, date }),
      )
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
