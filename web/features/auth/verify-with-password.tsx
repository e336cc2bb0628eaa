import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextWithAddress } from '#web/ui/common/email-address.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { currentPasswordField, newPasswordField } from './fields.ts'
import { HiddenUsername, NewPasswordField, useNewPassword } from './new-password-field.tsx'
import { useRefusal } from './use-refusal.tsx'
import formClasses from './form.module.css'
import classes from './verify.module.css'

const accountShape = z.object({ email: z.string(), hasPassword: z.boolean(), mayChoose: z.boolean() })

/** Whose a mailed link is, as `password_required` says it. */
export type LinkAccount = z.output<typeof accountShape>

/** The account of a link that was refused because this browser is not signed in to it; null for any other failure. */
export function linkAccount(error: unknown): LinkAccount | null {
  if (!(error instanceof ApiProblem) || error.code !== 'password_required') return null
  return accountShape.safeParse(error.extra.account).data ?? null
}

type Confirm = (password: { password: string } | { newPassword: string }) => Promise<void>
interface Props {
  account: LinkAccount
  isPending: boolean
  confirm: Confirm
}

/**
 * A mailed link opened where its account is not signed in. Another person may have signed up with this address: the
 * sign-up's password proves that it is the same person; a new password ends every way in of the other.
 */
export function VerifyWithPassword(props: Props) {
  const { hasPassword, mayChoose } = props.account
  const [chooses, setChooses] = useState(!hasPassword)
  if (!hasPassword && !mayChoose) return <SignInFirst />
  return chooses ? (
    <NewPasswordForm {...props} onBack={hasPassword ? () => setChooses(false) : undefined} />
  ) : (
    <PasswordForm {...props} onChoose={mayChoose ? () => setChooses(true) : undefined} />
  )
}

const known = z.object({ password: currentPasswordField })
const chosen = z.object({ password: newPasswordField })
const names = ['password'] as const

function PasswordForm({ account, isPending, confirm, onChoose }: Props & { onChoose?: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(known, { sync: true }),
  })
  const refusal = useRefusal(form, names)
  useFocusOn(form)

  async function submit({ password }: { password: string }): Promise<void> {
    if (isPending || refusal.waitMs > 0) return
    refusal.clear()
    try {
      await confirm({ password })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'invalid_credential')
        refusal.mark({ password: m.auth_verify_wrong_password() })
      else refusal.refuse(error)
    }
  }

  const label = account.mayChoose ? m.auth_verify_password_intro : m.auth_verify_change_password_intro
  return (
    <Card className={classes.card}>
      <div className={classes.sent}>
        <h2>{m.auth_verify_password_heading()}</h2>
        <p className={classes.address}>
          <TextWithAddress text={label({ address: account.email })} address={account.email} />
        </p>
      </div>
      <form className={formClasses.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
        {refusal.notice}
        <HiddenUsername email={account.email} />
        <PasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          label={m.auth_password()}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <Submit isPending={isPending} waitMs={refusal.waitMs} />
      </form>
      {onChoose && (
        <div className={classes.out}>
          <button type="button" className={classes.link} onClick={onChoose}>
            {m.auth_verify_password_unknown()}
          </button>
        </div>
      )}
    </Card>
  )
}

function NewPasswordForm({ account, isPending, confirm, onBack }: Props & { onBack?: () => void }) {
  const choice = useNewPassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(chosen, { sync: true }),
    onValuesChange: ({ password }) => choice.type(password),
  })
  const refusal = useRefusal(form, names)
  useDirtyForm(choice.typed !== '')
  useFocusOn(form)

  async function submit({ password }: { password: string }): Promise<void> {
    if (isPending || refusal.waitMs > 0) return
    refusal.clear()
    if (!choice.mayBeSent(password)) return refusal.mark({ password: m.auth_password_weak() })
    try {
      await confirm({ newPassword: password })
    } catch (error) {
      const weak = choice.refusalOf(error)
      if (weak) refusal.mark({ password: weak })
      else refusal.refuse(error)
    }
  }

  return (
    <Card className={classes.card}>
      <div className={classes.sent}>
        <h2>{m.auth_verify_choose_heading()}</h2>
        <p className={classes.address}>
          <TextWithAddress
            text={m.auth_verify_choose_intro({ address: account.email })}
            address={account.email}
          />
        </p>
      </div>
      <form className={formClasses.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
        {refusal.notice}
        <HiddenUsername email={account.email} />
        <NewPasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          choice={choice}
          label={m.auth_new_password()}
        />
        <Submit isPending={isPending} waitMs={refusal.waitMs} />
      </form>
      {onBack && (
        <div className={classes.out}>
          <button type="button" className={classes.link} onClick={onBack}>
            {m.auth_verify_choose_back()}
          </button>
        </div>
      )}
    </Card>
  )
}

function Submit({ isPending, waitMs }: { isPending: boolean; waitMs: number }) {
  return (
    <Button type="submit" full loading={isPending} disabled={waitMs > 0}>
      {waitMs > 0 ? m.auth_wait({ time: formatDuration(waitMs) }) : m.auth_verify_link_submit()}
    </Button>
  )
}

/** A change of address of an account without a password: its link works where the account is signed in. */
function SignInFirst() {
  const { pathname, search } = useLocation()
  return (
    <Card className={classes.card}>
      <div className={classes.sent}>
        <h2>{m.auth_verify_sign_in_first()}</h2>
        <p>{m.auth_verify_sign_in_first_hint()}</p>
      </div>
      <ButtonLink to={withQuery(paths.login, { redirect: pathname + search })}>
        {m.auth_verify_sign_in()}
      </ButtonLink>
    </Card>
  )
}

/** The button that had the focus is gone: the field has it. */
function useFocusOn(form: { getInputNode: (name: 'password') => HTMLElement | null }): void {
  useEffect(() => {
    form.getInputNode('password')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])
}
