import { useEffect } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { isUnderWay } from '#rules/redemption-state.ts'
import { formatDate, formatNumber, formatUsd } from '#web/ui/common/format.ts'
import { useRedemptions } from './queries.ts'
import { stateText } from './redemption-text.ts'
import classes from './redemptions.module.css'

/**
 * What the `crels` that are set aside are for: each redemption under way, to the crel, however long ago it was asked
 * for.
 */
export function ReservedRedemptions({ crels }: { crels: number }) {
  const redemptions = useRedemptions()
  const items = (redemptions.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter(({ state }) => isUnderWay(state))
  const isMissing = items.reduce((sum, item) => sum + item.crels, 0) < crels
  const { hasNextPage, isFetching, isError, fetchNextPage } = redemptions
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage])
  if (items.length === 0) return null
  return (
    <ul className={classes.reservedList}>
      {items.map(({ id, crels, usdCents, state, requestedAt }) => (
        <li key={id}>
          <Link to={paths.crels('redemptions')}>
            {m.redemptions_reserved_line({
              crels: m.common_crels({ count: crels, amount: formatNumber(crels) }),
              dollars: formatUsd(usdCents),
              date: formatDate(requestedAt),
              state: stateText(state).name(),
            })}
          </Link>
        </li>
      ))}
    </ul>
  )
}
