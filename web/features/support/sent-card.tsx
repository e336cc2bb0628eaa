import { useEffect, useRef } from 'react'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import classes from './support.module.css'

/** What was sent, for the sentence that says so. */
export interface SentSupport {
  reference: string
  email: string
  isConfirmed: boolean
}

/** Says that a message arrived, by which reference, and where its answer goes. It takes the focus. */
export function SentCard({
  sent: { reference, email, isConfirmed },
  onAnother,
}: {
  sent: SentSupport
  onAnother: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className={classes.sent}>
      <h2 ref={heading} tabIndex={-1}>
        {m.support_sent()}
      </h2>
      <p className={classes.label}>{m.support_sent_reference({ reference })}</p>
      <p className={classes.hint}>
        {isConfirmed ? m.support_sent_confirmed({ email }) : m.support_sent_unconfirmed({ email })}
      </p>
      <Button look="soft" onClick={onAnother}>
        {m.support_sent_another()}
      </Button>
    </Card>
  )
}
