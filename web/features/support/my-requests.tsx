import { useEffect, useRef, useState, type ReactNode } from 'react'
import { m } from '#messages'
import type { SupportRequest } from '#contracts/support.schemas.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { Section } from '#web/ui/page.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { useNow } from '#web/ui/use-now.ts'
import { PictureField } from './picture-field.tsx'
import { useReply, useSupportRequests, type SupportPicture } from './queries.ts'
import { messageMistake } from './support-form.tsx'
import { supportRefusal } from './support-refusal.ts'
import { stateNames, topicNames, wroteState } from './support-text.ts'
import classes from './support.module.css'

/** My requests with what was answered, what support wrote to me first, and a reply to each that is not closed. */
export function MyRequests({
  empty,
}: {
  /** In their place where there are none. */
  empty: ReactNode
}) {
  const list = useSupportRequests()
  return (
    <Loaded
      query={list}
      heading={m.support_mine_failed()}
      saysStale={!list.isFetchNextPageError}
      waiting={
        <Loading>
          <CardSkeleton lines={2} />
        </Loading>
      }
    >
      {({ pages }) => {
        const requests = pages.flatMap(({ items }) => items)
        if (requests.length === 0) return empty
        return (
          <Section heading={m.support_mine()}>
            {requests.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
            <LoadMoreOf query={list} shown={requests.length} label={m.support_mine_more()} />
          </Section>
        )
      }}
    </Loaded>
  )
}

function RequestCard({
  request: { id, reference, topic, subject, state, createdAt, messages },
}: {
  request: SupportRequest
}) {
  const now = useNow()
  const [isReplying, setReplying] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasReplying = useRef(false)
  // Once the button is there: a frame was too early on a busy machine, and the focus was lost.
  useEffect(() => {
    if (wasReplying.current && !isReplying) button.current?.focus()
    wasReplying.current = isReplying
  }, [isReplying])
  const hasReplied = messages.some(({ from }) => from === 'member')
  const { name, tone } = state === 'answered' && !hasReplied ? wroteState : stateNames[state]
  return (
    <Card
      className={classes.request}
      role="article"
      aria-label={
        subject === null
          ? m.support_request_named({ reference, topic: topicNames[topic]() })
          : m.support_message_named({ reference, subject })
      }
    >
      <div className={classes.requestHead}>
        <div>
          <p className={classes.label} dir="auto">
            {subject ?? topicNames[topic]()}
          </p>
          <p className={classes.hint}>
            {m.support_reference_line({ reference, date: formatDate(createdAt, now) })}
          </p>
        </div>
        <Pill tone={tone}>{name()}</Pill>
      </div>
      <ol className={classes.messages}>
        {messages.map((message) => {
          const date = formatDate(message.sentAt, now)
          return (
            <li key={message.id} className={classes.message} data-from={message.from}>
              <p className={classes.hint}>
                {message.from === 'member' ? m.support_from_me({ date }) : m.support_from_support({ date })}
              </p>
              <p className={classes.text}>{message.text}</p>
              {message.pictures > 0 && (
                <p className={classes.hint}>{m.support_message_pictures({ count: message.pictures })}</p>
              )}
            </li>
          )
        })}
      </ol>
      {state === 'closed' && (
        <p className={classes.hint}>
          {subject === null ? m.support_closed_hint() : m.support_wrote_closed_hint()}
        </p>
      )}
      {state !== 'closed' && !isReplying && (
        <Button ref={button} look="soft" size="s" onClick={() => setReplying(true)}>
          {m.support_reply()}
        </Button>
      )}
      {state !== 'closed' && isReplying && <ReplyForm id={id} onDone={() => setReplying(false)} />}
    </Card>
  )
}

function ReplyForm({ id, onDone }: { id: string; onDone: () => void }) {
  const [text, keep, forget] = useDraft(`support-reply ${id}`, () => '')
  const [pictures, setPictures] = useState<SupportPicture[]>([])
  const [wrong, setWrong] = useState<{ message: string }>()
  const form = useRef<HTMLFormElement>(null)
  const reply = useReply(id)
  const refusal = supportRefusal(reply.error)
  useDirtyForm(text !== '' || pictures.length > 0, pictures.length === 0)
  useFocusWrong(form, wrong)

  function submit(): void {
    if (reply.isPending) return
    const message = messageMistake(text)
    setWrong(message === undefined ? undefined : { message })
    if (message !== undefined) return
    reply.mutate(
      { message: text.trim(), pictures },
      {
        onSuccess: () => {
          forget()
          onDone()
        },
      },
    )
  }

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextAreaField
        label={m.support_reply_label()}
        error={wrong?.message}
        name="reply"
        rows={4}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button it replaces
        autoFocus
        value={text}
        onChange={({ target }) => keep(target.value)}
      />
      <PictureField pictures={pictures} onChange={setPictures} refused={refusal.picture} />
      {refusal.message && !reply.isPending && <Notice>{refusal.message}</Notice>}
      <div className={classes.actions}>
        <Button type="submit" size="s" loading={reply.isPending}>
          {m.support_reply_send()}
        </Button>
        <Button look="soft" size="s" onClick={onDone}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  )
}
