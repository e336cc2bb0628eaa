import { useId, useRef, useState } from 'react'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { fieldProps } from './draft-field.ts'
import { blankDraft, fieldsOf, type DraftField } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'
import { newWish, useCreateShortlink } from './queries.ts'
import { issuesOf, suggestionsOf } from './refusal.ts'
import classes from './shortlinks.module.css'

/** A campaign that a deep link can be made for. */
export interface LinkableCampaign {
  id: string
  title: string
}

/** One field makes a link; the rest is there for who wants it. */
export function CreateForm({
  campaigns,
  shortHost,
}: {
  campaigns: readonly LinkableCampaign[]
  /** What precedes a code: `crels.example/s/`. */
  shortHost: string
}) {
  const [draft, setDraft] = useState(blankDraft)
  const [campaignId, setCampaignId] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [wish, setWish] = useState(newWish)
  const field = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const create = useCreateShortlink()
  useFocusWrong(form, create.error)
  const more = useId()
  const issues = issuesOf(create.error)
  const suggestions = suggestionsOf(create.error)
  const hasIssue = Object.keys(issues).length > 0
  const props = {
    draft,
    issues,
    onType: (name: DraftField, text: string) => {
      setDraft({ ...draft, [name]: text })
      // Another wish than the one that may have been sent.
      setWish(newWish())
    },
  }

  function submit(code = draft.code.trim()): void {
    if (create.isPending) return
    const body = { ...fieldsOf(draft), code: code || undefined, campaignId: campaignId || undefined }
    create.mutate(
      { body, idempotencyKey: wish },
      {
        onSuccess: () => {
          setDraft(blankDraft)
          setWish(newWish())
          field.current?.focus()
        },
        // What is to be corrected is seen.
        onError: (error) => {
          if (Object.keys(issuesOf(error)).some((name) => name !== 'destinationUrl')) setIsOpen(true)
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
        <TextField
          {...fieldProps(props, 'destinationUrl')}
          ref={field}
          label={m.shortlinks_destination()}
          placeholder="https://"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
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
          <TextField
            {...fieldProps(props, 'code')}
            label={m.shortlinks_code()}
            description={m.shortlinks_code_hint({ host: shortHost })}
            autoCapitalize="none"
            spellCheck={false}
          />
          {suggestions.length > 0 && (
            <div className={classes.suggestions} role="group" aria-label={m.shortlinks_suggestions()}>
              {suggestions.map((code) => (
                <Button
                  key={code}
                  look="soft"
                  size="s"
                  onClick={() => {
                    props.onType('code', code)
                    create.reset()
                  }}
                >
                  {code}
                </Button>
              ))}
            </div>
          )}
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
        {create.isError && !hasIssue && (
          <Notice>{problemOf(create.error).detail ?? m.shortlinks_unanswered()}</Notice>
        )}
        <Button type="submit" full loading={create.isPending}>
          {m.shortlinks_submit()}
        </Button>
        <span className="visually-hidden" role="status">
          {create.isSuccess && m.shortlinks_made({ url: create.data.url })}
        </span>
      </form>
    </Card>
  )
}
