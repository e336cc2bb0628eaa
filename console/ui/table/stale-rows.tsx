import { Alert, Button, Group } from '@mantine/core'
import { m } from '#console-messages'
import { sentenceOf } from '../failure.ts'

/** Over rows that are shown: they could not be read again, or those after them could not. */
export function StaleRows({
  query,
}: {
  query: {
    error: unknown
    isError: boolean
    isFetching: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
    refetch: () => Promise<unknown>
  }
}) {
  if (!query.isError) return null
  const { isFetchNextPageError: isOfMore } = query
  return (
    <Alert color="red" role="alert" mb="xs">
      <Group justify="space-between" gap="xs">
        <span>
          {isOfMore ? m.table_more_failed() : m.table_stale()} {sentenceOf(query.error).sentence}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          loading={query.isFetching}
          onClick={() => void (isOfMore ? query.fetchNextPage() : query.refetch())}
        >
          {m.common_retry()}
        </Button>
      </Group>
    </Alert>
  )
}
