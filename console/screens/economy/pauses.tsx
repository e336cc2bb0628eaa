import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import * as economy from '#contracts/operator-economy.endpoints.ts'
import type { PauseView } from '#contracts/operator-economy.schemas.ts'
import { previewExchange } from '#contracts/operator-previews.endpoints.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatAge, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import styles from './economy.module.css'

type Feature = PauseView['feature']

/** The switches: what is open, who turned it last and why, and turning it. */
export function Pauses() {
  const pauses = useQuery({
    queryKey: ['pauses'],
    queryFn: async ({ signal }) => await call(economy.listPauses, { signal }),
  })
  return (
    <Card heading={m.economy_pauses()}>
      {pauses.isPending ? (
        <LoadingState />
      ) : pauses.isError ? (
        <FailureState error={pauses.error} onRetry={() => void pauses.refetch()} />
      ) : (
        <Lines
          file={listFile('pauses', pauses.data.items, [
            [m.economy_file_feature(), ({ feature }) => feature],
            [m.economy_file_paused(), ({ isPaused }) => isPaused],
            [m.table_file_time(), ({ last }) => last?.at],
            [m.table_file_by(), ({ last }) => last?.author],
            [m.table_file_reason(), ({ last }) => last?.reason],
          ])}
        >
          {pauses.data.items.map((pause) => (
            <Line
              key={pause.feature}
              name={
                <span className={styles.line}>
                  {names[pause.feature]()}
                  <Pill tone={pause.isPaused ? 'bad' : 'good'}>
                    {pause.isPaused ? m.economy_paused() : m.economy_open()}
                  </Pill>
                </span>
              }
              detail={
                pause.last === null
                  ? m.economy_never()
                  : m.economy_turned_by({
                      author: pause.last.author,
                      time: formatDateTime(pause.last.at),
                      reason: pause.last.reason,
                    })
              }
              acts={
                <ActButton
                  act={turn(pause)}
                  row={pause}
                  idOf={({ feature }) => feature}
                  nameOf={({ feature }) => names[feature]()}
                />
              }
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}

const names: Record<Feature, () => string> = {
  exchange: m.economy_exchange,
  redemption: m.economy_redemption,
  payout: m.economy_payout,
  'sign-up': m.economy_sign_up,
  'link-creation': m.economy_link_creation,
}

const turns = {
  exchange: { pause: economy.pauseExchange, resume: economy.resumeExchange },
  redemption: { pause: economy.pauseRedemptions, resume: economy.resumeRedemptions },
  payout: { pause: economy.pausePayouts, resume: economy.resumePayouts },
  'sign-up': { pause: economy.pauseSignUps, resume: economy.resumeSignUps },
  'link-creation': { pause: economy.pauseLinkCreation, resume: economy.resumeLinkCreation },
}

/** What opening again does not bring back. */
const notBack: Partial<Record<Feature, () => string>> = {
  exchange: m.economy_exchange_remains,
  redemption: m.economy_redemption_remains,
}

/** The turn that can be made, and its undoing, which is the other one. */
function turn({ feature, isPaused }: PauseView): RowAct<PauseView> {
  const [to, back] = isPaused ? (['resume', 'pause'] as const) : (['pause', 'resume'] as const)
  const permission: OperatorPermission = turns[feature][to].permission!
  const send = async (which: 'pause' | 'resume', body: { reason: string; isUndo?: true }) =>
    await call(turns[feature][which], { body })
  return {
    id: to,
    label: isPaused
      ? m.economy_resume_of({ feature: names[feature]() })
      : m.economy_pause_of({ feature: names[feature]() }),
    look: isPaused ? 'primary' : 'danger',
    permission,
    reason: { label: m.economy_pause_reason(), isRequired: true },
    preview: ([pause]) =>
      isPaused ? (
        <>
          <p>{m.economy_resume_preview()}</p>
          {feature === 'payout' && <Released />}
        </>
      ) : (
        <Touched {...pause!} />
      ),
    run: async (_, reason) => {
      await send(to, { reason })
      return oneDone(feature, async () => await send(back, { reason: m.common_undone(), isUndo: true }))
    },
    remains: () => (isPaused ? resumedRemains(feature) : (notBack[feature]?.() ?? null)),
    undoPermission: turns[feature][back].permission!,
    said: m.economy_turned,
  }
}

/** What pausing again does not bring back. */
function resumedRemains(feature: Feature): string {
  return feature === 'payout' ? m.economy_payout_resume_remains() : m.economy_resume_remains()
}

/** The switches with what each touches, asked anew at each look. */
function usePausesAnew() {
  return useQuery({
    queryKey: ['pauses', 'preview'],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(economy.listPauses, { signal }),
  })
}

/** What a pause stops. */
function Touched({ feature }: PauseView) {
  const pauses = usePausesAnew()
  const rate = useQuery({
    queryKey: ['exchange-preview'],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(previewExchange, { query: {}, signal }),
    enabled: feature === 'exchange',
  })
  for (const look of feature === 'exchange' ? [pauses, rate] : [pauses]) {
    if (look.isPending) return <LoadingState />
    if (look.isError) return <FailureState error={look.error} onRetry={() => void look.refetch()} />
  }
  const { usedIn7Days, holds } = pauses.data!.items.find((pause) => pause.feature === feature)!
  const used = { count: usedIn7Days, shown: formatNumber(usedIn7Days) }
  const texts: Record<Feature, () => string> = {
    exchange: () => m.economy_used_exchange({ ...used, quotes: formatNumber(rate.data?.quotes ?? 0) }),
    redemption: () => m.economy_used_redemption(used),
    payout: () => m.economy_used_payout(used),
    'sign-up': () => m.economy_used_sign_up(used),
    'link-creation': () => m.economy_used_link_creation(used),
  }
  return (
    <>
      {holds && <Held {...holds} />}
      <p>{texts[feature]()}</p>
    </>
  )
}

/** What can be sent again once payouts are open. */
function Released() {
  const pauses = usePausesAnew()
  if (pauses.isPending) return <LoadingState />
  if (pauses.isError) return <FailureState error={pauses.error} onRetry={() => void pauses.refetch()} />
  const { payouts, payoutRuns } = pauses.data.items.find(({ feature }) => feature === 'payout')!.holds!
  const countedAt = payouts.countedAt ?? payoutRuns.countedAt
  return (
    <>
      <Facts
        facts={[
          [m.economy_released_payouts(), countAndWorth(payouts)],
          [m.economy_released_runs(), countAndWorth(payoutRuns)],
        ]}
      />
      {countedAt && <p>{m.common_counted({ age: formatAge(countedAt) })}</p>}
    </>
  )
}

/** With its dollars for who may read of money. */
function countAndWorth({ count, usdCents }: NonNullable<PauseView['holds']>['payouts']): string {
  const shown = formatNumber(count)
  return usdCents === null ? shown : m.economy_redemptions_value({ count: shown, value: formatUsd(usdCents) })
}

/** What waits while payouts are paused, with its dollars for who may read of money. */
function Held({ payouts, payoutRuns }: NonNullable<PauseView['holds']>) {
  const counts = {
    payouts: payouts.count,
    payoutsShown: formatNumber(payouts.count),
    runs: payoutRuns.count,
    runsShown: formatNumber(payoutRuns.count),
  }
  const countedAt = payouts.countedAt ?? payoutRuns.countedAt
  return (
    <>
      <p>
        {payouts.count + payoutRuns.count === 0
          ? m.economy_holds_none()
          : payouts.usdCents === null || payoutRuns.usdCents === null
            ? m.economy_holds(counts)
            : m.economy_holds_worth({
                ...counts,
                payoutsUsd: formatUsd(payouts.usdCents),
                runsUsd: formatUsd(payoutRuns.usdCents),
              })}
      </p>
      {countedAt && <p>{m.common_counted({ age: formatAge(countedAt) })}</p>}
    </>
  )
}
