import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import { HoldBack, useHeldBack } from './hold-back.ts'
import styles from './reason-and-send.module.css'

/** What sending touches, why it is done, and the button that does it. */
export function ReasonAndSend({
  label,
  reasonLabel = m.common_reason(),
  isPending,
  isReady,
  onSend,
  children,
}: {
  label: string
  /** What the reason is called, where it is for others to read too. */
  reasonLabel?: string
  isPending: boolean
  isReady: boolean
  onSend: (reason: string) => void
  children?: ReactNode
}) {
  const [reason, setReason] = useState('')
  const [isHeld, hold] = useHeldBack()
  return (
    <form
      className={styles.send}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(reason.trim())
      }}
    >
      <HoldBack value={hold}>{children}</HoldBack>
      <TextInput
        label={reasonLabel}
        required
        withAsterisk={false}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending} disabled={!isReady || isHeld || reason.trim() === ''}>
        {label}
      </Button>
    </form>
  )
}
