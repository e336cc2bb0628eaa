import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { m } from '#messages'
import { listShortlinks } from '#contracts/shortlinks.endpoints.ts'
import { receiveFile, saveFile } from '#web/platform/receive-file.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/download-icon.tsx'
import classes from './shortlinks.module.css'

const ManyDialog = lazy(async () => ({ default: (await import('./many-dialog.tsx')).ManyDialog }))

/** Links as files: many made at once, and all of mine saved, once there are any. */
export function LinkFiles({ hasAny }: { hasAny: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const csv = useMutation({
    mutationFn: async () =>
      saveFile(await receiveFile(listShortlinks, 'text/csv', {}), m.shortlinks_csv_name()),
  })
  return (
    <div className={classes.files}>
      <Button look="plain" size="s" onClick={() => setIsOpen(true)}>
        {m.shortlinks_many()}
      </Button>
      {hasAny && (
        <Button
          look="plain"
          size="s"
          icon={<DownloadIcon size={18} />}
          loading={csv.isPending}
          onClick={() => csv.mutate()}
        >
          {m.shortlinks_csv()}
        </Button>
      )}
      <span role="status">
        {csv.isError && m.shortlinks_unanswered()}
        {csv.isSuccess && <span className="visually-hidden">{m.shortlinks_csv_done()}</span>}
      </span>
      <Suspense fallback={null}>{isOpen && <ManyDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </div>
  )
}
