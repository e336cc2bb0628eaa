import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import { listReviewGroups } from '#contracts/operator-reviews.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatAge, formatNumber } from '#console/ui/format.ts'
import { FailureState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { paidText } from './paid-text.ts'
import styles from './review-groups.module.css'

/** How many groups are shown at first; those below are worth less. */
const shownMax = 5

/** What is under review by reason and member, or inviter, the most valuable first: each leads to its rows. */
export function ReviewGroups({ kind }: { kind: ReviewKind }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['review-groups', kind],
    queryFn: async ({ signal }) => await call(listReviewGroups, { query: { kind }, signal }),
  })
  const [isAll, setAll] = useState(false)
  const isByInviter = kind === 'invitations'
  const heading = isByInviter ? m.review_groups_by_inviter() : m.review_groups()
  const many = data?.items ?? []
  const groups = isAll ? many : many.slice(0, shownMax)
  if (!data && error)
    return (
      <Card heading={heading}>
        <FailureState error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (groups.length === 0) return null
  return (
    <Card heading={heading}>
      <Lines
        file={listFile(`review-groups-${kind}`, many, [
          [m.review_reason(), ({ reason }) => reason],
          [isByInviter ? m.review_inviter() : m.review_member(), ({ member }) => member.name],
          [isByInviter ? m.review_filter_inviter() : m.review_filter_member(), ({ member }) => member.uid],
          [m.review_file_count(), ({ count }) => count],
          [m.review_file_crels(), ({ crels }) => crels],
          [m.review_file_points(), ({ points }) => points],
          [m.review_file_usd_cents(), ({ usdCents }) => usdCents],
          [m.review_file_oldest(), ({ oldestAt }) => oldestAt],
        ])}
      >
        {groups.map(({ reason, member, count, oldestAt, ...paid }) => (
          <Line
            key={`${reason} ${member.uid}`}
            name={
              <Link
                to={`?${new URLSearchParams({
                  kind,
                  reason,
                  [isByInviter ? 'inviterUid' : 'uid']: member.uid,
                }).toString()}`}
              >
                {m.review_group({
                  reason: reason.replaceAll('_', ' '),
                  name: member.name ?? m.review_left(),
                })}
              </Link>
            }
            detail={m.review_group_detail({
              count: formatNumber(count),
              crels: paidText([paid]),
              age: formatAge(oldestAt),
            })}
          />
        ))}
      </Lines>
      {data?.countedAt && (
        <p className={styles.counted}>{m.common_counted({ age: formatAge(data.countedAt) })}</p>
      )}
      {many.length > shownMax && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? m.review_groups_fewer() : m.review_groups_all({ count: formatNumber(many.length) })}
        </Button>
      )}
    </Card>
  )
}
