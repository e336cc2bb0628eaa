import { useState, type FormEvent } from 'react'
import { m } from '#messages'
import type { Passkey } from '#contracts/passkeys.schemas.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { passkeyFailure } from '../passkeys/passkey-failure.ts'
import { useRenamePasskey } from './factor-queries.ts'
import classes from '../form.module.css'

const fieldId = 'passkey-name'

/** Another name for a passkey: of the device or the password manager that keeps it. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string | null>(null)
  useDirtyForm(name !== passkey.name)

  async function save(): Promise<void> {
    if (rename.isPending) return
    if (name.trim() === '') {
      setError(m.security_passkey_name_missing())
      document.getElementById(fieldId)?.focus()
      return
    }
    try {
      await rename.mutateAsync({ id: passkey.id, name: name.trim() })
      onClose()
    } catch {
      // Said in the dialog, which stays.
    }
  }

  return (
    <Dialog open onClose={onClose} heading={m.security_passkey_rename_heading()}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        {rename.isError && <Notice>{passkeyFailure(rename.error)}</Notice>}
        <TextField
          id={fieldId}
          label={m.security_passkey_name()}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setError(null)
          }}
          error={error}
          autoComplete="off"
          maxLength={60}
          data-autofocus
        />
        <Button type="submit" full loading={rename.isPending}>
          {m.security_passkey_rename_save()}
        </Button>
      </form>
    </Dialog>
  )
}
