import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#messages'
import { loginPath, paths } from '#contracts/paths.ts'
import type { TriedCall } from '#web/build/docs/tried-call.ts'
import { call } from '#web/platform/api.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useSession } from '#web/platform/session.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import classes from './try-it-dialog.module.css'

/** Sends one call that reads to this site, as the member who is signed in, and shows what it answers. */
export default function TryItDialog({ tried, onClose }: { tried: TriedCall; onClose: () => void }) {
  const [values, setValues] = useState<Record<string, string>>({})
  useDirtyForm(Object.values(values).some((value) => value !== ''))
  const isSignedIn = useSession().state === 'signed-in'
  const sent = useMutation({
    mutationFn: async () => await answerTo(tried, values),
    networkMode: 'always',
    retry: false,
  })
  if (tried.isMine && !isSignedIn)
    return (
      <Dialog open onClose={onClose} heading={m.docs_try_heading()}>
        <p>{m.docs_try_sign_in()}</p>
        <ButtonLink to={loginPath(paths.doc('api'))}>{m.layout_sign_in()}</ButtonLink>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} heading={m.docs_try_heading()} size="l">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          sent.mutate()
        }}
      >
        <p>
          <code>GET {addressOf(tried, values)}</code>
        </p>
        <p className={classes.hint}>{tried.isMine ? m.docs_try_as_you() : m.docs_try_open()}</p>
        {tried.parameters.map(({ name, isRequired }, index) => (
          <TextField
            key={name}
            data-autofocus={index === 0 || undefined}
            label={name}
            required={isRequired}
            autoComplete="off"
            spellCheck={false}
            value={values[name] ?? ''}
            onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Button
          type="submit"
          loading={sent.isPending}
          data-autofocus={tried.parameters.length === 0 || undefined}
        >
          {m.docs_try_send()}
        </Button>
      </form>
      <div role="status">
        {sent.data && (
          <>
            <b>{m.docs_try_answer({ status: sent.data.status })}</b>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls by itself takes the focus, for the keyboard */}
            <pre tabIndex={0} className={classes.answer} lang="en">
              <code>{sent.data.body}</code>
            </pre>
          </>
        )}
      </div>
      {sent.isError && <Notice>{m.docs_try_failed()}</Notice>}
    </Dialog>
  )
}

interface Answer {
  status: number
  body: string
}

/** A refusal is an answer too. Throws `NetworkFailure` where none came. */
async function answerTo(tried: TriedCall, values: Record<string, string>): Promise<Answer> {
  const { isMine, id } = tried
  const path = addressOf(tried, values)
  try {
    const body = await call({ id, method: 'GET', path, access: isMine ? 'bearer' : 'public' })
    return { status: 200, body: JSON.stringify(body, null, 2) }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const { status, code, detail, requestId, issues, extra } = error
    const body = { code, detail, requestId, ...(issues.length > 0 && { issues }), ...extra }
    return { status, body: JSON.stringify(body, null, 2) }
  }
}

/** The path and query with what was typed; what is empty stays out of the query. */
function addressOf({ path, parameters }: TriedCall, values: Record<string, string>): string {
  const query = new URLSearchParams()
  let address = path
  for (const { name, isInPath } of parameters) {
    const value = values[name]?.trim() ?? ''
    if (isInPath && value !== '') address = address.replace(`{${name}}`, encodeURIComponent(value))
    if (!isInPath && value !== '') query.set(name, value)
  }
  return query.size === 0 ? address : `${address}?${query.toString()}`
}
