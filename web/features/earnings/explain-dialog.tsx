import { useState, type FormEvent } from 'react'
import { m } from '#messages'
import { appealLengthMax } from '#contracts/appeals.constants.ts'
import type { Earning } from '#contracts/earnings.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useAppeal } from './checked-queries.ts'
import { earningTitle, earningWhy } from './earning-text.ts'

/** Explains one earning under review, in the member's own words. */
export function ExplainDialog({ earning, onClose }: { earning: Earning; onClose: () => void }) {
  const now = useNow()
  const before = earning.appeal?.message ?? ''
  const [message, keep, forget] = useDraft(`explain ${earning.id}`, () => before)
  const [refusal, setRefusal] = useState<string>()
  const appeal = useAppeal(() => {
    forget()
    onClose()
  })
  useDirtyForm(message !== before, true)

  function send(event: FormEvent): void {
    event.preventDefault()
    const text = message.trim()
    if (text === '') return setRefusal(m.wallet_checked_missing())
    if (text.length > appealLengthMax)
      return setRefusal(m.wallet_checked_too_long({ count: appealLengthMax }))
    appeal.mutate({ id: earning.id, message: text })
  }

  return (
    <Dialog open onClose={onClose} heading={m.wallet_checked_dialog_heading()}>
      <form onSubmit={send} noValidate style={{ display: 'grid', gap: 14 }}>
        <p>
          <b>{earningTitle(earning)}.</b> {earningWhy(earning, now)[0]}.
        </p>
        <TextAreaField
          label={m.wallet_checked_message()}
          description={m.wallet_checked_dialog_hint()}
          rows={5}
          value={message}
          error={refusal}
          data-autofocus
          onChange={({ currentTarget }) => {
            keep(currentTarget.value)
            setRefusal(undefined)
          }}
        />
        {appeal.error && (
          <Notice>
            {appeal.error instanceof ApiProblem ? appeal.error.detail : m.wallet_checked_failed()}
          </Notice>
        )}
        <Button type="submit" full loading={appeal.isPending}>
          {m.wallet_checked_send()}
        </Button>
      </form>
    </Dialog>
  )
}
