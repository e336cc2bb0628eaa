import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { m } from '#messages'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'

/** As the API has it. */
const messageLengthMax = 1000
const message = z.string().check(z.trim(), z.maxLength(messageLengthMax))

/** Writes an application; a word to the brand is welcome and not required. */
export function ApplyDialog({
  open,
  onClose,
  brandName,
  termsVersion,
  onSend,
  busy,
  failure,
}: {
  open: boolean
  onClose: () => void
  brandName: string
  termsVersion: number
  onSend: (message: string) => void
  busy: boolean
  failure: ReactNode
}) {
  const form = useForm({
    initialValues: { message: '' },
    validate: {
      message: (text) =>
        message.safeParse(text).success ? null : m.my_campaigns_apply_too_long({ count: messageLengthMax }),
    },
  })
  useDirtyForm(form.values.message !== '')
  return (
    <Dialog open={open} onClose={onClose} heading={m.my_campaigns_apply_heading({ brand: brandName })}>
      <form onSubmit={form.onSubmit((values) => onSend(values.message.trim()))} noValidate>
        <div style={{ display: 'grid', gap: 14 }}>
          <p>{m.my_campaigns_apply_hint()}</p>
          <TextAreaField
            label={`${m.my_campaigns_apply_message()} (${m.common_optional()})`}
            description={m.my_campaigns_apply_message_hint()}
            rows={4}
            {...form.getInputProps('message')}
          />
          {failure}
          <Button type="submit" full loading={busy}>
            {m.my_campaigns_apply_send()}
          </Button>
          <p style={{ fontSize: '0.8125rem', textAlign: 'center' }}>
            {m.my_campaigns_join_terms({ version: termsVersion })}
          </p>
        </div>
      </form>
    </Dialog>
  )
}
