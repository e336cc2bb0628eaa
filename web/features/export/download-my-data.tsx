import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#messages'
import { exportUser } from '#contracts/member-export.endpoints.ts'
import { resumable, useInterrupted } from '#web/platform/interrupted.ts'
import { receiveFile, saveFile } from '#web/platform/receive-file.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DownloadIcon } from '#web/ui/download-icon.tsx'
import { formatBytes } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import classes from './download-my-data.module.css'
import { utcDate } from '#rules/utc-date.ts'

/** Everything stored of a member as one file, with the progress of the download. */
export function DownloadMyData({ uid, intro }: { uid: string; intro: string }) {
  const [received, setReceived] = useState('')
  const file = useMutation({
    mutationFn: async () => {
      setReceived('')
      const archive = await resumable({ what: 'export', draft: '' }, () =>
        receiveFile(exportUser, 'application/zip', {
          params: { uid },
          onReceived: (bytes) => setReceived(formatBytes(bytes)),
        }),
      )
      const name = m.export_file_name({ date: utcDate(Date.now()) })
      saveFile(archive, name)
      return { name, size: formatBytes(archive.size) }
    },
  })
  useInterrupted('export', () => file.mutate())
  return (
    <Card className={classes.card}>
      <p>{intro}</p>
      {file.isError && <Notice>{failureOf(file.error)}</Notice>}
      <div className={classes.action}>
        <Button
          look="soft"
          icon={<DownloadIcon size={20} />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {m.export_button()}
        </Button>
        <div className={classes.said}>
          <span role="status">
            {file.isPending && m.export_collecting()}
            {file.isSuccess && m.export_done(file.data)}
          </span>
          {file.isPending && received !== '' && (
            // Every few milliseconds another number: for the eye alone.
            <span aria-hidden>{m.export_received({ size: received })}</span>
          )}
        </div>
      </div>
    </Card>
  )
}

function failureOf(error: unknown): string {
  if (isRecentLoginWanted(error)) return m.export_given_up()
  return problemOf(error).detail ?? m.export_failed()
}
