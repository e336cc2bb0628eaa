import { queryOptions, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { RateView } from '#contracts/operator-economy.schemas.ts'
import { previewExchange } from '#contracts/operator-previews.endpoints.ts'
import type { ExchangePreview } from '#contracts/operator-previews.schemas.ts'
import { proposeRate } from '#contracts/pending-acts.endpoints.ts'
import { isLargeRateChange, isRate } from '#rules/exchange.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { undoProposal } from '#console/platform/undo-proposal.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { RateWorth } from './rate-worth.tsx'

/** What a crel is worth now, and what that makes of what members have. */
export const exchangeNow = queryOptions({
  queryKey: ['exchange-preview'],
  queryFn: async ({ signal }) => await call(previewExchange, { query: {}, signal }),
})

/** What the proposal of a rate asks for and says, and what taking it back asks for. */
export const proposed = {
  reason: { label: m.economy_rate_reason(), isRequired: true },
  undoPermission: 'act.reject',
  said: m.economy_rate_proposed,
} satisfies Partial<RowAct<never>>

/** Proposes another rate than the one that holds, which takes a second person. */
export const rateProposal: RowAct<ExchangePreview> = {
  id: 'propose-rate',
  label: m.economy_propose_rate(),
  permission: 'rate.set',
  fields: ([now], values) => rateFields(now!, values),
  preview: ([now], values) => <Effect now={now!} usdToCrels={rateIn(values)} />,
  allows: ([now], values) => isProposable(now!, values),
  run: async ([now], why, values) => oneDone('rate', undoProposal(await propose(now!, why, values))),
  ...proposed,
}

/** Proposes a rate of before once more: its value is there to be looked at, and can be changed. */
export function rateAgain(now: ExchangePreview): RowAct<RateView> {
  return {
    id: 'propose-rate-again',
    label: m.economy_rate_repeat(),
    permission: 'rate.set',
    look: 'quiet',
    applies: ({ usdToCrels }) => Number(usdToCrels) !== Number(now.usdToCrels),
    fields: ([rate], values) => rateFields(now, { usdToCrels: rate!.usdToCrels, ...values }, rate),
    preview: (rates, values) =>
      rates.length === 1 ? (
        <Effect now={now} usdToCrels={rateIn(values)} />
      ) : (
        <p>{m.economy_rate_repeat_single()}</p>
      ),
    allows: (rates, values) => rates.length === 1 && isProposable(now, values),
    run: async ([rate], why, values) =>
      oneDone(String(rate!.id), undoProposal(await propose(now, why, values))),
    ...proposed,
  }
}

/** The rate, and where that is far from the one that holds the same again. */
function rateFields(now: ExchangePreview, values: FieldValues, before?: RateView): ActField[] {
  const field = { isRequired: true, length: 16 } as const
  return [
    {
      ...field,
      name: 'usdToCrels',
      label: m.economy_rate_new(),
      ...(before && { initial: before.usdToCrels }),
    },
    ...(isLarge(now, rateIn(values)) ? [{ ...field, name: 'again', label: m.economy_rate_again() }] : []),
  ]
}

function isProposable(now: ExchangePreview, values: FieldValues): boolean {
  const usdToCrels = rateIn(values)
  if (!isRate(usdToCrels) || Number(usdToCrels) === Number(now.usdToCrels)) return false
  return !isLarge(now, usdToCrels) || (values.again ?? '').trim() === usdToCrels
}

/** Confirmed is the change from the rate that was on screen. */
async function propose(now: ExchangePreview, reason: string, values: FieldValues): Promise<{ id: string }> {
  const usdToCrels = rateIn(values)
  const { usdToCrels: seen } = now
  return await call(proposeRate, { body: { usdToCrels, seen, confirmed: isLarge(now, usdToCrels), reason } })
}

function isLarge({ usdToCrels }: ExchangePreview, next: string): boolean {
  return isRate(next) && isLargeRateChange(usdToCrels, next)
}

function rateIn(values: FieldValues): string {
  return (values.usdToCrels ?? '').trim()
}

/** What all crels of members would be worth, asked of the server for each rate that is typed. */
function Effect({ now, usdToCrels }: { now: ExchangePreview; usdToCrels: string }) {
  const isTyped = isRate(usdToCrels)
  const next = useQuery({
    queryKey: ['exchange-preview', usdToCrels],
    ...neverFromMemory,
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
      <RateWorth
        crels={crels}
        usdCents={usdCents}
        nextUsdCents={nextUsdCents}
        before={now.usdToCrels}
        after={usdToCrels}
        large={m.economy_rate_large()}
      />
      <p>{m.economy_rate_hint()}</p>
    </>
  )
}
