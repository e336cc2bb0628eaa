import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { resumable } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { useSession } from '#web/platform/session.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { ConfirmDialog, Dialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { currentPasswordField, newPasswordField } from '../fields.ts'
import { HiddenUsername, NewPasswordField, useNewPassword } from '../new-password-field.tsx'
import { NewPasswordSubmit } from '../new-password-submit.tsx'
import { useRefusal } from '../use-refusal.tsx'
import { useChangePassword } from './queries.ts'
import classes from '../form.module.css'

const names = ['current', 'password'] as const
const withCurrent = z.object({ current: currentPasswordField, password: newPasswordField })
const first = z.object({ current: z.string(), password: newPasswordField })

/** Another password, or for who signs in by link a first one. Every other device is signed out. */
export function ChangePasswordDialog({
  open,
  hasPassword,
  isResumed,
  onClose,
}: {
  open: boolean
  hasPassword: boolean
  /** Whether the page was left meanwhile, to prove who it is. */
  isResumed: boolean
  onClose: (changed: boolean) => void
}) {
  const [isTyped, setTyped] = useState(false)
  const [asks, setAsks] = useState(false)
  const close = (changed: boolean) => {
    setTyped(false)
    setAsks(false)
    onClose(changed)
  }
  return (
    <>
      <Dialog
        open={open}
        // A password is nothing to keep for later, as other texts are.
        onClose={() => (isTyped ? setAsks(true) : close(false))}
        heading={hasPassword ? m.security_password_change() : m.security_password_choose()}
      >
        <ChangePasswordForm
          hasPassword={hasPassword}
          isResumed={isResumed}
          onTyped={setTyped}
          onChanged={() => close(true)}
        />
      </Dialog>
      <ConfirmDialog
        open={open && asks}
        onClose={() => setAsks(false)}
        heading={m.security_password_unsaved()}
        confirm={m.security_password_unsaved_close()}
        onConfirm={() => close(false)}
      >
        <p>{m.security_password_unsaved_text()}</p>
      </ConfirmDialog>
    </>
  )
}

function ChangePasswordForm({
  hasPassword,
  isResumed,
  onTyped,
  onChanged,
}: {
  hasPassword: boolean
  isResumed: boolean
  onTyped: (isTyped: boolean) => void
  onChanged: () => void
}) {
  const { user } = useSession()
  const change = useChangePassword()
  const choice = useNewPassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '' },
    validate: schemaResolver(hasPassword ? withCurrent : first, { sync: true }),
    onValuesChange: ({ current, password }) => {
      choice.type(password)
      onTyped(current !== '' || password !== '')
    },
  })
  const refusal = useRefusal(form, names)
  useDirtyForm(choice.typed !== '')

  async function submit({ current, password: next }: typeof form.values): Promise<void> {
    if (change.isPending || refusal.waitMs > 0) return
    refusal.clear()
    if (!choice.mayBeSent(next)) return refusal.mark({ password: m.auth_password_weak() })
    try {
      await resumable({ what: 'choose-password', draft: '' }, () =>
        change.mutateAsync(hasPassword ? { current, next } : { next }),
      )
      onChanged()
    } catch (error) {
      if (isRecentLoginWanted(error)) return
      const weak = choice.refusalOf(error)
      if (weak) refusal.mark({ password: weak })
      else if (error instanceof ApiProblem && error.code === 'invalid_credential')
        refusal.mark({ current: m.security_wrong_password() })
      else refusal.refuse(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      <p>{m.security_password_hint()}</p>
      {isResumed && (
        <Notice tone="gold" isNews>
          {m.security_password_again()}
        </Notice>
      )}
      {refusal.notice}
      <HiddenUsername email={user?.email ?? ''} />
      {hasPassword && (
        <div className={classes.withAside}>
          <PasswordField
            {...form.getInputProps('current')}
            key={form.key('current')}
            label={m.security_password_current()}
            name="current"
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
          />
          <Link className={classes.aside} to={paths.resetPassword}>
            {m.security_password_forgot()}
          </Link>
        </div>
      )}
      <NewPasswordField
        {...form.getInputProps('password')}
        key={form.key('password')}
        choice={choice}
        label={m.auth_new_password()}
        data-autofocus={hasPassword ? undefined : true}
      />
      <NewPasswordSubmit loading={change.isPending} waitMs={refusal.waitMs} />
    </form>
  )
}
