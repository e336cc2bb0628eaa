import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { listRates } from '#contracts/operator-economy.endpoints.ts'
import { previewExchange } from '#contracts/operator-previews.endpoints.ts'
import type { ExchangePreview } from '#contracts/operator-previews.schemas.ts'
import { proposeRate } from '#contracts/pending-acts.endpoints.ts'
import { isLargeRateChange, isRate } from '#rules/exchange.ts'
import { call } from '#console/platform/api.ts'
import { takeBack } from '#console/platform/take-back.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatCrels, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { RateWorth } from './rate-worth.tsx'

const shownRates = 5

/** What a crel is worth, what that makes of what members have, and another rate, which takes two people. */
export function Rate() {
  const now = useQuery({
    queryKey: ['exchange-preview'],
    queryFn: async ({ signal }) => await call(previewExchange, { query: {}, signal }),
  })
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
            act={proposal}
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
              <Lines>
                {rates.data.items.slice(1).map(({ id, usdToCrels, author, setAt, reason }) => (
                  <Line
                    key={id}
                    name={m.economy_rate_line({ rate: usdToCrels, author, time: formatDateTime(setAt) })}
                    detail={reason}
                  />
                ))}
              </Lines>
            </>
          )}
        </>
      )}
    </Card>
  )
}

const proposal: RowAct<ExchangePreview> = {
  id: 'propose-rate',
  label: m.economy_propose_rate(),
  permission: 'rate.set',
  fields: ([now], values) => [
    { name: 'usdToCrels', label: m.economy_rate_new(), isRequired: true, length: 16 },
    ...(isLarge(now!, rateIn(values))
      ? [{ name: 'again', label: m.economy_rate_again(), isRequired: true, length: 16 }]
      : []),
  ],
  reason: { label: m.economy_rate_reason(), isRequired: true },
  preview: ([now], values) => <Effect now={now!} usdToCrels={rateIn(values)} />,
  allows: ([now], values) => {
    const usdToCrels = rateIn(values)
    if (!isRate(usdToCrels) || Number(usdToCrels) === Number(now!.usdToCrels)) return false
    return !isLarge(now!, usdToCrels) || (values.again ?? '').trim() === usdToCrels
  },
  // Confirmed is the change from the rate that was on screen.
  run: async ([now], reason, values) => {
    const usdToCrels = rateIn(values)
    const { usdToCrels: seen } = now!
    const confirmed = isLarge(now!, usdToCrels)
    return oneDone(
      'rate',
      takeBack(await call(proposeRate, { body: { usdToCrels, seen, confirmed, reason } })),
    )
  },
  undoPermission: 'act.reject',
  said: m.economy_rate_proposed,
}

function isLarge({ usdToCrels }: ExchangePreview, next: string): boolean {
  return isRate(next) && isLargeRateChange(usdToCrels, next)
}

function rateIn(values: Readonly<Record<string, string>>): string {
  return (values.usdToCrels ?? '').trim()
}

/** What all crels of members would be worth, asked of the server for each rate that is typed. */
function Effect({ now, usdToCrels }: { now: ExchangePreview; usdToCrels: string }) {
  const isTyped = isRate(usdToCrels)
  const next = useQuery({
    queryKey: ['exchange-preview', usdToCrels],
    queryFn: async ({ signal }) => await call(previewExchange, { query: { usdToCrels }, signal }),
    enabled: isTyped,
    retry: false,
  })
  if (!isTyped) return <p>{m.economy_rate_typing()}</p>
  if (next.isError) return <FailureState error={next.error} onRetry={() => void next.refetch()} />
  if (next.isPending) return <LoadingState />
  const { crels, usdCents } = next.data
  return (
    <>
      <RateWorth
        crels={crels}
        usdCents={usdCents}
        nextUsdCents={next.data.nextUsdCents}
        before={now.usdToCrels}
        after={usdToCrels}
        large={m.economy_rate_large()}
      />
      <p>{m.economy_rate_hint()}</p>
    </>
  )
}
