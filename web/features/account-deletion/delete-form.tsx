import { useRef, useState } from 'react'
import { m } from '#messages'
import { NetworkFailure } from '#web/platform/api-problem.ts'
import { useInterrupted } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextWithAddress } from '#web/ui/common/email-address.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import classes from './account-deletion.module.css'
import { useDeleteAccount } from './queries.ts'

/** The last step: one's address typed again, and a button that cannot be taken back. Asks for a recent sign-in. */
export function DeleteForm({ uid, email }: { uid: string; email: string }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const deletion = useDeleteAccount(uid)
  useInterrupted('delete-account', setTyped)
  useDirtyForm(typed !== '')
  function submit(event: React.FormEvent): void {
    event.preventDefault()
    if (deletion.isPending) return
    const isRight = typed.trim().toLowerCase() === email.toLowerCase()
    setIsWrong(!isRight)
    if (isRight) deletion.mutate(typed.trim())
    else field.current?.focus()
  }
  return (
    <Card>
      <form className={classes.form} onSubmit={submit} noValidate>
        {deletion.isError && <Notice>{failureOf(deletion.error)}</Notice>}
        <TextField
          ref={field}
          label={m.account_deletion_confirm_label()}
          description={<TextWithAddress text={m.account_deletion_confirm_hint({ email })} address={email} />}
          error={
            isWrong && <TextWithAddress text={m.account_deletion_confirm_wrong({ email })} address={email} />
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setIsWrong(false)
          }}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" look="danger" full loading={deletion.isPending}>
          {m.account_deletion_submit()}
        </Button>
      </form>
    </Card>
  )
}

function failureOf(error: unknown): string {
  if (isRecentLoginWanted(error)) return m.account_deletion_given_up()
  // It may have arrived.
  if (error instanceof NetworkFailure) return m.account_deletion_unanswered()
  const { detail } = problemOf(error)
  return detail ? `${m.account_deletion_not_done()} ${detail}` : m.account_deletion_not_done()
}
