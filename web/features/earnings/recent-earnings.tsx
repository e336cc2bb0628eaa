import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, Rows } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Section } from '#web/ui/page.tsx'
import { Skeleton, Loading } from '#web/ui/skeleton.tsx'
import { EarningRow } from './earning-row.tsx'
import { useRecentEarnings } from './shared/queries.ts'

/** My newest earnings under a heading of their own, each with why and until when. */
export function RecentEarnings({ count = 5 }: { count?: number }) {
  const recent = useRecentEarnings(count)
  return (
    <Section
      heading={m.wallet_recent_heading()}
      action={<Link to={paths.crels('wallet')}>{m.wallet_recent_all()}</Link>}
    >
      <Loaded query={recent} heading={m.wallet_earnings_failed()} waiting={<RowsLoading />} saysStale>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              heading={m.wallet_recent_empty_heading()}
              hint={m.wallet_recent_empty_hint()}
              action={<ButtonLink to={paths.campaigns}>{m.wallet_recent_browse()}</ButtonLink>}
            />
          ) : (
            <Card>
              <Rows>
                {items.map((earning) => (
                  <EarningRow key={earning.id} earning={earning} />
                ))}
              </Rows>
            </Card>
          )
        }
      </Loaded>
    </Section>
  )
}

/** Three rows' worth of skeleton in a card. */
export function RowsLoading() {
  return (
    <Loading>
      <Card style={{ display: 'grid', gap: 18 }}>
        {[0, 1, 2].map((row) => (
          <span key={row} style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
            <Skeleton width={44} height={44} radius={13} />
            <span style={{ display: 'grid', flex: 1, gap: 8 }}>
              <Skeleton width="60%" height={16} />
              <Skeleton width="40%" height={12} />
            </span>
          </span>
        ))}
      </Card>
    </Loading>
  )
}
