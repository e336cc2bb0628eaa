import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { formatRate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import type { useRate } from './queries.ts'

/** What the failed rate call says, which rate is used until the next one, and Retry. Empty while there is no failure. */
export function RateFailed({
  rate: { error, usdToCrels, standing, isFetching, retry },
}: {
  rate: ReturnType<typeof useRate>
}) {
  if (!error) return null
  const rate = formatRate(usdToCrels)
  return (
    <Notice
      tone="gold"
      action={
        <Button look="gold" size="s" loading={isFetching} onClick={retry}>
          {m.common_retry()}
        </Button>
      }
    >
      {error.message}.{' '}
      {standing === 'default' ? m.common_rate_default({ rate }) : m.common_rate_stale({ rate })}
    </Notice>
  )
}
