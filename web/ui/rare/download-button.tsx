import { useState } from 'react'
import { Button } from '../button.tsx'
import { DownloadIcon } from '../download-icon.tsx'
import classes from './download-button.module.css'

/** Fetches a file and hands it to the browser; says beside itself, and to screen readers, how that went. */
export function DownloadButton({
  label,
  done,
  failed,
  download,
}: {
  label: string
  done: string
  failed: string
  download: () => Promise<void>
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const start = async () => {
    setState('busy')
    try {
      await download()
      setState('done')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={classes.file}>
      <span className={classes.said} role="status">
        {state === 'failed' && failed}
        {state === 'done' && <span className="visually-hidden">{done}</span>}
      </span>
      <Button
        look="plain"
        size="s"
        icon={<DownloadIcon size={18} />}
        loading={state === 'busy'}
        onClick={() => void start()}
      >
        {label}
      </Button>
    </div>
  )
}
