import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { writeToMember } from '#contracts/operator-support.endpoints.ts'
import { SUPPORT_MESSAGE_MAX, SUPPORT_SUBJECT_MAX } from '#contracts/support.constants.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { requestHref } from './named-request.tsx'

interface Addressee {
  uid: string
  name: string
  /** A disabled member has the mail alone. */
  isDisabled?: boolean
}

/** Writes to a member who asked nothing, and leads to the request that it makes. */
export function WriteToMember({
  to,
  label,
  subject = '',
  references = [],
}: {
  to: Addressee
  label: string
  /** What it is about before anything is typed. */
  subject?: string
  /** Ids of what it is about. */
  references?: readonly string[]
}) {
  const navigate = useNavigate()
  const written = useRef<string>(null)
  const act: RowAct<Addressee> = {
    id: 'write',
    label,
    look: 'quiet',
    permission: 'support.write',
    fields: [
      {
        name: 'subject',
        label: m.inboxes_subject(),
        isRequired: true,
        length: SUPPORT_SUBJECT_MAX,
        initial: subject.slice(0, SUPPORT_SUBJECT_MAX),
      },
    ],
    reason: { label: m.inboxes_message(), isRequired: true, length: SUPPORT_MESSAGE_MAX, rows: 6 },
    preview: ([member]) =>
      member && (
        <p>
          {member.isDisabled
            ? m.inboxes_write_preview_disabled({ name: member.name })
            : m.inboxes_write_preview({ name: member.name })}
        </p>
      ),
    run: async ([member], text, values, idempotencyKey) => {
      const { uid } = member!
      const body = { uid, subject: values.subject!.trim(), text, references: [...references] }
      written.current = (await call(writeToMember, { body, idempotencyKey })).id
      return oneDone(uid)
    },
    said: m.inboxes_written,
  }
  return (
    <ActButton
      act={act}
      row={to}
      idOf={({ uid }) => uid}
      nameOf={({ name }) => name}
      onDone={() => void navigate(requestHref({ id: written.current!, topic: 'other' }))}
    />
  )
}
