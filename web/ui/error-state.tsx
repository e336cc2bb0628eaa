import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { AlertIcon, OfflineIcon } from './icons.tsx'
import { useOnline } from './use-online.ts'
import classes from './state.module.css'

/**
 * A part that failed, in its own place: a sentence, Retry, and the request to mention. The rest of the page, and
 * what was loaded before, stay.
 */
export function ErrorState({
  heading,
  detail,
  requestId,
  onRetry,
  retrying,
  isFault = false,
}: {
  heading?: ReactNode
  /** The server's public sentence, where there is one. */
  detail?: ReactNode
  requestId?: string
  onRetry?: () => void
  retrying?: boolean
  /** It did not fail for want of a connection. */
  isFault?: boolean
}) {
  const isOnline = useOnline()
  const online = isOnline || isFault
  return (
    <Card className={classes.error} role="alert">
      {online ? <AlertIcon size={26} /> : <OfflineIcon size={26} />}
      <div className={classes.text}>
        <p className={classes.errorHeading}>
          {online ? heading || m.common_error_title() : m.common_offline_title()}
        </p>
        <p className={classes.hint}>{online ? (detail ?? m.common_error_hint()) : m.common_offline_hint()}</p>
        {online && requestId && (
          <p className={classes.request}>
            {m.common_request({ id: requestId })}{' '}
            <Link to={helpPath('technical', requestId)}>{m.common_write_to_us()}</Link>
          </p>
        )}
      </div>
      {onRetry && (
        <Button look="soft" size="s" onClick={onRetry} loading={retrying}>
          {m.common_retry()}
        </Button>
      )}
    </Card>
  )
}
