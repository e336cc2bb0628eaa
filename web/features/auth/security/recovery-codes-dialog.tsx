import { useState } from 'react'
import { m } from '#messages'
import { saveFile } from '#web/platform/receive-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/rare/dialog.tsx'
import { DownloadIcon } from '#web/ui/download-icon.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import formClasses from '../form.module.css'
import classes from './second-factor.module.css'

/** New recovery codes, which are shown this once: it asks before it closes, unless they are said to be saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [asks, setAsks] = useState(false)

  function download(): void {
    const site = location.host
    const first = m.security_factor_codes_file({ site, date: formatDate(new Date()) })
    const file = new Blob([`${first}\n\n${codes.join('\n')}\n`], { type: 'text/plain' })
    saveFile(file, m.security_factor_codes_file_name({ site: site.replace(/[^\w.-]/g, '-') }))
  }

  return (
    <>
      <Dialog
        open
        onClose={() => setAsks(true)}
        heading={m.security_factor_codes_heading()}
        actions={
          <Button full onClick={onClose} data-autofocus>
            {m.security_factor_codes_saved()}
          </Button>
        }
      >
        <div className={formClasses.form}>
          <p>{m.security_factor_codes_hint()}</p>
          <div className={classes.key}>
            <ul className={classes.codes} aria-label={m.security_factor_codes_list()}>
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </div>
          <div className={formClasses.actions}>
            <CopyButton text={codes.join('\n')} label={m.security_factor_codes_copy()} />
            <Button look="soft" size="s" icon={<DownloadIcon size={18} />} onClick={download}>
              {m.security_factor_codes_download()}
            </Button>
          </div>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        heading={m.security_factor_codes_unsaved()}
        confirm={m.security_factor_codes_unsaved_close()}
        onConfirm={onClose}
      >
        <p>{m.security_factor_codes_unsaved_text()}</p>
      </ConfirmDialog>
    </>
  )
}
