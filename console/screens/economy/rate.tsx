import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { listRates } from '#contracts/operator-economy.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatCrels, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { exchangeNow, rateAgain, rateProposal } from './rate-proposal.tsx'

const shownRates = 5

/** What a crel is worth, what that makes of what members have, and another rate, which takes two people. */
export function Rate() {
  const now = useQuery(exchangeNow)
  const rates = useQuery({
    queryKey: ['rates'],
    queryFn: async ({ signal }) => await call(listRates, { query: { limit: shownRates + 1 }, signal }),
  })
  const current = rates.data?.items[0]
  return (
    <Card
      heading={m.economy_rate()}
      acts={
        now.data && (
          <ActButton
            act={rateProposal}
            row={now.data}
            idOf={() => 'rate'}
            nameOf={({ usdToCrels }) => usdToCrels}
          />
        )
      }
    >
      {now.isPending ? (
        <LoadingState />
      ) : now.isError ? (
        <FailureState error={now.error} onRetry={() => void now.refetch()} />
      ) : (
        <>
          <Stats>
            <Stat
              label={m.economy_rate()}
              value={m.economy_rate_is({ rate: now.data.usdToCrels })}
              detail={
                current &&
                m.economy_rate_detail({ time: formatDateTime(current.setAt), author: current.author })
              }
            />
            <Stat
              label={m.economy_owed()}
              value={formatCrels(now.data.crels)}
              detail={
                now.data.usdCents !== null && m.economy_owed_detail({ usd: formatUsd(now.data.usdCents) })
              }
            />
            <Stat
              label={m.economy_quotes()}
              value={formatNumber(now.data.quotes)}
              detail={m.economy_quotes_detail()}
            />
          </Stats>
          {rates.data && rates.data.items.length > 1 && (
            <>
              <h3>{m.economy_rates_before()}</h3>
              <Lines file={null}>
                {rates.data.items.slice(1).map((rate) => (
                  <Line
                    key={rate.id}
                    name={m.economy_rate_line({
                      rate: rate.usdToCrels,
                      author: rate.author,
                      time: formatDateTime(rate.setAt),
                    })}
                    detail={rate.reason}
                    acts={
                      <ActButton
                        act={rateAgain(now.data)}
                        row={rate}
                        idOf={({ id }) => String(id)}
                        nameOf={({ usdToCrels }) => usdToCrels}
                      />
                    }
                  />
                ))}
              </Lines>
              <Link to={screenHref('rates')}>{m.economy_rates_all()}</Link>
            </>
          )}
        </>
      )}
    </Card>
  )
}
