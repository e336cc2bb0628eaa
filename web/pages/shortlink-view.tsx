import { Link, useNavigate } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { LinkStatistics } from '../features/analytics/link-statistics.tsx'
import { LinkCheck } from '../features/shortlinks/link-check.tsx'
import { LinkDetail } from '../features/shortlinks/link-detail.tsx'
import { nameOf } from '../features/shortlinks/link-list.tsx'
import { useShortlink } from '../features/shortlinks/queries.ts'
import { ApiProblem } from '../platform/api-problem.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'

/**
 * `/shortlinks?link=`: everything about one link. What other features know of it is shown between its head and its
 * form.
 */
export function ShortlinkView({ id }: { id: string }) {
  const link = useShortlink(id)
  const navigate = useNavigate()
  const isUnknown = !link.data && link.error instanceof ApiProblem && link.error.status === 404
  return (
    <Page
      title={m.pages_shortlinks()}
      heading={link.data ? nameOf(link.data) : m.pages_shortlinks()}
      aside={<Link to={paths.shortlinks}>{m.shortlinks_back()}</Link>}
    >
      {link.isPending && !link.isPaused && (
        <Loading>
          <CardSkeleton lines={4} />
          <CardSkeleton lines={6} />
        </Loading>
      )}
      {isUnknown && (
        <EmptyState
          heading={m.shortlinks_gone()}
          hint={m.shortlinks_gone_hint()}
          action={
            <ButtonLink look="soft" to={paths.shortlinks}>
              {m.shortlinks_back()}
            </ButtonLink>
          }
        />
      )}
      {!link.data && !isUnknown && (link.isError || link.isPaused) && (
        <ErrorState
          {...problemOf(link.error)}
          onRetry={() => void link.refetch()}
          retrying={link.isFetching}
        />
      )}
      {link.data && (
        <LinkDetail link={link.data} onRemoved={() => void navigate(paths.shortlinks)}>
          <LinkStatistics linkId={id} />
          <LinkCheck link={link.data} />
        </LinkDetail>
      )}
    </Page>
  )
}
