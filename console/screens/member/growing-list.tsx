import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import type { MemberList, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { ExportButton, type FileColumn } from '#console/ui/table/export-button.tsx'
import { pageSize } from '#console/ui/table/use-rows.ts'
import styles from './member.module.css'

/** A card with the newest of one of a member's lists; where it goes on it is read whole, page by page. Its file is whole. */
export function GrowingList<List extends MemberList>({
  member,
  list,
  read,
  heading,
  empty,
  file,
  children,
}: {
  member: OperatedMemberView
  list: List
  read: (asked: {
    params: { uid: string }
    query: { cursor?: string | undefined; limit: number }
    signal?: AbortSignal | undefined
  }) => Promise<Page<OperatedMemberView[List][number]>>
  heading: string
  empty: string
  /** What its file says of each row. */
  file: readonly FileColumn<OperatedMemberView[List][number]>[]
  children: (rows: readonly OperatedMemberView[List][number][]) => ReactNode
}) {
  const { uid } = member
  const [isWhole, setWhole] = useState(false)
  const whole = useInfiniteQuery({
    queryKey: ['member', uid, list],
    queryFn: async ({ pageParam, signal }) =>
      await read({ params: { uid }, query: { cursor: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isWhole,
  })
  const rows: readonly OperatedMemberView[List][number][] =
    whole.data?.pages.flatMap(({ items }) => items) ?? member[list]
  const goesOn = whole.data ? whole.hasNextPage : member.goesOn.some((one) => one === list)
  return (
    <Card
      heading={heading}
      acts={
        rows.length > 0 && (
          <ExportButton
            list={`member-${list}`}
            recorded={{ uid }}
            source={{
              key: `member-${list}-${uid}`,
              page: async ({ cursor, limit, signal }) =>
                await read({ params: { uid }, query: { cursor, limit }, signal }),
            }}
            columns={file}
            filters={noFilters}
          />
        )
      }
    >
      {rows.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys where it is longer than the card
        <div className={styles.rows} role="group" aria-label={heading} tabIndex={0}>
          {children(rows)}
        </div>
      ) : (
        empty
      )}
      {whole.isError && <FailureAlert error={whole.error} />}
      {goesOn && (
        <Button
          size="compact-sm"
          variant="light"
          loading={whole.isFetching}
          onClick={() => {
            if (!isWhole) setWhole(true)
            else if (whole.data) void whole.fetchNextPage()
            else void whole.refetch()
          }}
        >
          {m.table_more()}
        </Button>
      )}
    </Card>
  )
}

const noFilters = {}
