import { useRef, useState, type ReactNode } from 'react'
import { m } from '#messages'
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_TOPICS,
  type SupportTopic,
} from '#contracts/support.constants.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { CrossIcon } from '#web/ui/icons.tsx'
import { SelectField } from '#web/ui/rare/select-field.tsx'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'
import { PictureField } from './picture-field.tsx'
import { useSendSupport, type AsPerson, type SupportPicture } from './queries.ts'
import type { SentSupport } from './sent-card.tsx'
import { forgetTexts, savedTexts, saveTexts, type SupportTexts } from './support-draft.ts'
import { supportRefusal } from './support-refusal.ts'
import { readTopic, referenceName, topicNames } from './support-text.ts'
import classes from './support.module.css'

type Mistakes = Partial<Record<keyof SupportTexts, string>>

/** Writes to the operator; what was typed stays until it has arrived. */
export function SupportForm({
  member,
  topic,
  references: found,
  captcha,
  onSent,
}: {
  /** Whose request it is; null for a visitor, who says where the answer goes. */
  member: { uid: string; email: string } | null
  /** What the page was opened for. */
  topic: string | null
  /** Found by the page. */
  references: string[]
  captcha: { person: AsPerson; field: ReactNode }
  onSent: (sent: SentSupport) => void
}) {
  const uid = member?.uid ?? null
  const [texts, setTexts] = useState<SupportTexts>(() => {
    const saved = savedTexts(uid)
    return { ...saved, topic: readTopic(topic) || saved.topic }
  })
  const [pictures, setPictures] = useState<SupportPicture[]>([])
  const [dropped, setDropped] = useState<string[]>([])
  const [wrong, setWrong] = useState<Mistakes>()
  const form = useRef<HTMLFormElement>(null)
  const message = useRef<HTMLTextAreaElement>(null)
  const send = useSendSupport(captcha.person)
  const references = found.filter((id) => !dropped.includes(id))
  const refusal = supportRefusal(send.error)
  useDirtyForm(texts.message !== '' || pictures.length > 0, pictures.length === 0)
  useFocusWrong(form, wrong)

  function type(changes: Partial<SupportTexts>): void {
    const next = { ...texts, ...changes }
    setTexts(next)
    saveTexts(uid, next)
  }

  function submit(): void {
    if (send.isPending) return
    const mistakes = mistakesOf(texts, member !== null)
    setWrong(mistakes)
    if (mistakes) return
    const email = texts.email.trim()
    send.mutate(
      {
        topic: texts.topic as SupportTopic,
        message: texts.message.trim(),
        ...(member ? {} : { email }),
        references,
        pictures,
      },
      {
        onSuccess: ({ reference, isConfirmed }) => {
          forgetTexts()
          onSent({ reference, isConfirmed, email: member?.email ?? email })
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
        <SelectField
          label={m.support_topic()}
          error={wrong?.topic}
          name="topic"
          value={texts.topic}
          empty={m.support_topic_choose()}
          options={SUPPORT_TOPICS.map((one) => ({ value: one, label: topicNames[one]() }))}
          onChange={({ target }) => type({ topic: readTopic(target.value) })}
        />
        {member ? (
          <p className={classes.hint}>{m.support_answer_to({ email: member.email })}</p>
        ) : (
          <TextField
            label={m.support_email()}
            description={m.support_email_hint()}
            error={wrong?.email}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={texts.email}
            onChange={({ target }) => type({ email: target.value })}
          />
        )}
        <TextAreaField
          ref={message}
          label={m.support_message()}
          description={m.support_message_hint()}
          error={wrong?.message}
          name="message"
          rows={6}
          value={texts.message}
          onChange={({ target }) => type({ message: target.value })}
        />
        <PictureField pictures={pictures} onChange={setPictures} refused={refusal.picture} />
        {references.length > 0 && (
          <div className={classes.references}>
            <p className={classes.label}>{m.support_references()}</p>
            <p className={classes.hint}>{m.support_references_hint()}</p>
            <ul className={classes.chips}>
              {references.map((id) => (
                <li key={id} className={classes.chip}>
                  <span>{referenceName(id)}</span>
                  <button
                    type="button"
                    aria-label={m.support_reference_remove({ name: referenceName(id) })}
                    onClick={() => {
                      setDropped([...dropped, id])
                      message.current?.focus()
                    }}
                  >
                    <CrossIcon size={16} />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {captcha.field}
        <Button type="submit" full loading={send.isPending}>
          {m.support_send()}
        </Button>
        {/* Below the button: where it comes and goes, the second tap of a double one still meets the button. */}
        {refusal.message && !send.isPending && <Notice>{refusal.message}</Notice>}
      </form>
    </Card>
  )
}

/** What is wrong with what was typed; undefined when nothing is. */
function mistakesOf({ topic, email, message }: SupportTexts, isMember: boolean): Mistakes | undefined {
  const wrong: Mistakes = {}
  if (topic === '') wrong.topic = m.support_wrong_topic()
  if (!isMember && !/^[^\s@,<>]+@[^\s@,<>]+\.[^\s@,<>.]+$/.test(email.trim()))
    wrong.email = m.support_wrong_email()
  const messageWrong = messageMistake(message)
  if (messageWrong) wrong.message = messageWrong
  return Object.keys(wrong).length > 0 ? wrong : undefined
}

/** What is wrong with a message, in a sentence. */
export function messageMistake(message: string): string | undefined {
  const count = message.trim().length
  if (count < SUPPORT_MESSAGE_MIN) return m.support_wrong_message({ min: SUPPORT_MESSAGE_MIN })
  if (count > SUPPORT_MESSAGE_MAX)
    return m.support_wrong_long({ max: formatNumber(SUPPORT_MESSAGE_MAX), count: formatNumber(count) })
  // As the contract has it.
  if (!/^(?:[\n\r\t]|[^\p{Cc}\u202A-\u202E\u2066-\u2069])*$/u.test(message))
    return m.support_wrong_characters()
  return undefined
}
