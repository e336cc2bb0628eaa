import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { listRates } from '#contracts/operator-economy.endpoints.ts'
import { previewExchange } from '#contracts/operator-previews.endpoints.ts'
import type { ExchangePreview } from '#contracts/operator-previews.schemas.ts'
import { proposeRate } from '#contracts/pending-acts.endpoints.ts'
import { isLargeRateChange, isRate } from '#rules/exchange.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatCrels, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

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
  fields: [{ name: 'usdToCrels', label: m.economy_rate_new(), isRequired: true, length: 16 }],
  reason: { label: m.economy_rate_reason(), isRequired: true },
  preview: ([now], values) => <Effect now={now!} usdToCrels={rateIn(values)} />,
  allows: ([now], values) => isRate(rateIn(values)) && Number(rateIn(values)) !== Number(now!.usdToCrels),
  run: async (_, reason, values) => {
    await call(proposeRate, { body: { usdToCrels: rateIn(values), confirmed: true, reason } })
    return oneDone('rate')
  },
  said: m.economy_rate_proposed,
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
  const { crels, usdCents, nextUsdCents } = next.data
  return (
    <>
      {usdCents !== null && nextUsdCents !== null && (
        <p>
          {m.economy_rate_worth({
            crels: formatCrels(crels),
            before: formatUsd(usdCents),
            after: formatUsd(nextUsdCents),
            difference: differenceOf(nextUsdCents - usdCents),
          })}
        </p>
      )}
      {isLargeRateChange(now.usdToCrels, usdToCrels) && <p role="alert">{m.economy_rate_large()}</p>}
      <p>{m.economy_rate_hint()}</p>
    </>
  )
}

function differenceOf(usdCents: number): string {
  if (usdCents === 0) return m.economy_rate_same()
  const usd = formatUsd(Math.abs(usdCents))
  return usdCents > 0 ? m.economy_rate_more({ usd }) : m.economy_rate_less({ usd })
}
