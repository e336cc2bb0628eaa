import { Button, Loader } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import { sentenceOf } from './failure.ts'
import { useHoldBack } from './hold-back.ts'
import styles from './states.module.css'

/** Nothing there yet, or nothing to see: one sentence, and what to do. */
export function EmptyState({
  heading,
  children,
  action,
}: {
  heading: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <h2>{heading}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** Something was asked for and not answered; a button that needs it waits. */
export function FailureState({
  heading = m.common_failed(),
  error,
  onRetry,
}: {
  heading?: string
  error: unknown
  onRetry: () => void
}) {
  useHoldBack()
  const { sentence, requestId } = sentenceOf(error)
  return (
    <div className={styles.state} role="alert">
      <h2>{heading}</h2>
      <p>{sentence}</p>
      {requestId && <p className={styles.small}>{m.common_request_id({ id: requestId })}</p>}
      <Button variant="light" onClick={onRetry}>
        {m.common_retry()}
      </Button>
    </div>
  )
}

/** Something was asked for and takes longer than a moment; a button that needs it waits. */
export function LoadingState() {
  useHoldBack()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.state} role="status" aria-label={m.common_loading()}>
      {isSlow && <Loader size="sm" aria-hidden />}
    </div>
  )
}
