import { useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { CodeField } from './code-field.tsx'
import { fieldProps } from './draft-field.ts'
import { useHalfTypedEnd } from './half-typed-end.ts'
import { blankDraft, differs, fieldsOf, type DraftField } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'
import { MadeLink } from './made-link.tsx'
import { newWish, useCreateShortlink } from './queries.ts'
import { issuesOf, suggestionsOf } from './refusal.ts'
import classes from './shortlinks.module.css'

/** Fields that are on screen before anything is opened. */
const alwaysShown = new Set(['destinationUrl', 'code'])

/** A campaign that a deep link can be made for. */
export interface LinkableCampaign {
  id: string
  title: string
}

interface NewLinkProps {
  campaigns: readonly LinkableCampaign[]
  /** What precedes a code: `crels.example/s/`. */
  shortHost: string
  /** The address that another app shared, null where what it shared has none. */
  shared?: string | null
}

/** Makes a link, then shows it in the form's place until another one is wanted. */
export function NewLink(props: NewLinkProps) {
  const [made, setMade] = useState<Shortlink | null>(null)
  const [isAgain, setIsAgain] = useState(false)
  if (made === null) {
    const shared = isAgain ? undefined : props.shared
    return (
      <CreateForm {...props} shared={shared} takesFocus={isAgain || shared !== undefined} onMade={setMade} />
    )
  }
  return (
    <MadeLink
      key={made.id}
      link={made}
      onAnother={() => {
        setIsAgain(true)
        setMade(null)
      }}
    />
  )
}

/** An address makes a link, with a code of one's own where one is typed; the rest is there for who wants it. */
function CreateForm({
  campaigns,
  shortHost,
  shared,
  takesFocus,
  onMade,
}: NewLinkProps & {
  /** Whether it came back by "Make another", or has what was shared. */
  takesFocus: boolean
  onMade: (link: Shortlink) => void
}) {
  const [blank] = useState({ ...blankDraft, destinationUrl: shared ?? '' })
  const [draft, setDraft] = useState(blank)
  useDirtyForm(differs(draft, blank))
  const [campaignId, setCampaignId] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [wish, setWish] = useState(newWish)
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const create = useCreateShortlink()
  // Of what is in the form now: a refusal of what it held before says nothing about it.
  const refusal = create.variables?.idempotencyKey === wish ? create.error : null
  useFocusWrong(form, refusal)
  const halfTyped = useHalfTypedEnd(form)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const more = useId()
  const issues = issuesOf(refusal)
  const hasIssue = Object.keys(issues).length > 0
  const props = {
    draft,
    issues: { ...issues, ...halfTyped.issues },
    onType: (name: DraftField, text: string) => {
      if (name === 'expiresAt') halfTyped.forget()
      setDraft({ ...draft, [name]: text })
      // Another wish than the one that may have been sent.
      setWish(newWish())
    },
  }

  function submit(): void {
    if (create.isPending) return
    if (halfTyped.refuses()) return setIsOpen(true)
    const code = draft.code.trim()
    const body = { ...fieldsOf(draft), code: code || undefined, campaignId: campaignId || undefined }
    create.mutate(
      { body, idempotencyKey: wish },
      {
        onSuccess: onMade,
        // What is to be corrected is seen.
        onError: (error) => {
          if (Object.keys(issuesOf(error)).some((name) => !alwaysShown.has(name))) setIsOpen(true)
        },
      },
    )
  }

  return (
    <Card>
      <form
        ref={form}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {shared === null && <Notice>{m.shortlinks_shared_nothing()}</Notice>}
        <TextField
          {...fieldProps(props, 'destinationUrl')}
          ref={field}
          label={m.shortlinks_destination()}
          placeholder="https://"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
        <CodeField
          {...props}
          shortHost={shortHost}
          suggestions={suggestionsOf(refusal)}
          onPick={(code) => props.onType('code', code)}
        />
        <Button
          look="plain"
          size="s"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? m.shortlinks_fewer_options() : m.shortlinks_more_options()}
        </Button>
        <div id={more} className={classes.form} hidden={!isOpen}>
          {campaigns.length > 0 && (
            <div className={classes.group}>
              <PillSelect
                label={m.shortlinks_campaign()}
                value={campaignId}
                neutral=""
                options={[
                  { value: '', label: m.shortlinks_campaign_none() },
                  ...campaigns.map(({ id, title }) => ({ value: id, label: title })),
                ]}
                onChange={(id) => {
                  setCampaignId(id)
                  setWish(newWish())
                }}
              />
              <p className={classes.hint}>{m.shortlinks_campaign_hint()}</p>
            </div>
          )}
          <LinkFields {...props} />
        </div>
        {refusal && !hasIssue && <Notice>{problemOf(refusal).detail ?? m.shortlinks_unanswered()}</Notice>}
        <Button type="submit" full loading={create.isPending}>
          {m.shortlinks_submit()}
        </Button>
      </form>
    </Card>
  )
}
