import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { sentenceOf } from './failure.ts'

/** Says of a part that the rest works without that it could not be read, and reads it again. */
export function UnreadAlert({
  query,
  children,
}: {
  query: {
    data: unknown
    error: unknown
    isError: boolean
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** What could not be read, and what is so meanwhile. */
  children: ReactNode
}) {
  if (!query.isError || query.data !== undefined) return null
  return (
    <Alert color="red" role="alert" mb="xs">
      <Group justify="space-between" gap="xs">
        <span>
          {children} {sentenceOf(query.error).sentence}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {m.common_retry()}
        </Button>
      </Group>
    </Alert>
  )
}
