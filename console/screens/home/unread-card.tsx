import { Card } from '#console/ui/card.tsx'
import { FailureState } from '#console/ui/states.tsx'
import styles from './home.module.css'

/** In place of a card of a first run whose content could not be read. */
export function UnreadCard({
  heading,
  error,
  onRetry,
}: {
  heading: string
  error: Error
  onRetry: () => unknown
}) {
  return (
    <div className={styles.setup}>
      <Card heading={heading}>
        <FailureState error={error} onRetry={() => void onRetry()} />
      </Card>
    </div>
  )
}
