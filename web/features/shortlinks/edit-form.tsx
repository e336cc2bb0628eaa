import { useRef, useState } from 'react'
import { m } from '#messages'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { fieldProps } from './draft-field.ts'
import { useHalfTypedEnd } from './half-typed-end.ts'
import { differs, draftOf, fieldsOf, type DraftField } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'
import { useEditShortlink } from './queries.ts'
import { issuesOf } from './refusal.ts'
import classes from './shortlinks.module.css'

/** Everything of a link that can be changed: its code stays, since it may be printed somewhere. */
export function EditForm({ link }: { link: Shortlink }) {
  const [draft, setDraft] = useState(() => draftOf(link))
  /** What the last answer is about. */
  const [sent, setSent] = useState(draft)
  const [end, setEnd] = useState(link.expiresAt)
  // Another end was given beside the form.
  if (end !== link.expiresAt) {
    setEnd(link.expiresAt)
    setDraft({ ...draft, expiresAt: draftOf(link).expiresAt })
  }
  useDirtyForm(differs(draft, draftOf(link)))
  const form = useRef<HTMLFormElement>(null)
  const edit = useEditShortlink(link.id)
  useFocusWrong(form, edit.error)
  const halfTyped = useHalfTypedEnd(form)
  const refused = Object.entries(issuesOf(edit.error))
  // A field that was corrected since has nothing wrong that is known.
  const issues = Object.fromEntries(
    refused.filter(([name]) => sent[name as DraftField] === draft[name as DraftField]),
  )
  const props = {
    draft,
    issues: { ...issues, ...halfTyped.issues },
    onType: (name: string, text: string) => {
      if (name === 'expiresAt') halfTyped.forget()
      setDraft({ ...draft, [name]: text })
      if (edit.isSuccess) edit.reset()
    },
  }
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (edit.isPending || halfTyped.refuses()) return
        setSent(draft)
        const { destinationUrl, ...fields } = fieldsOf(draft)
        // Who has left a campaign may still rename its link.
        const leads = destinationUrl === link.destinationUrl ? {} : { destinationUrl }
        // An end that was not touched keeps its second.
        const before = draftOf(link)
        const { expiresAt, ...others } = fields
        const ends = draft.expiresAt === before.expiresAt ? {} : { expiresAt }
        edit.mutate({ ...others, ...leads, ...ends }, { onSuccess: (changed) => setDraft(draftOf(changed)) })
      }}
    >
      <TextField
        {...fieldProps(props, 'destinationUrl')}
        label={m.shortlinks_destination()}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <LinkFields {...props} />
      {edit.isError && refused.length === 0 && (
        <Notice>{problemOf(edit.error).detail ?? m.shortlinks_unanswered()}</Notice>
      )}
      {edit.isSuccess && (
        <Notice tone="green" isNews>
          {m.shortlinks_saved()}
        </Notice>
      )}
      <Button type="submit" full loading={edit.isPending}>
        {m.shortlinks_save()}
      </Button>
    </form>
  )
}
