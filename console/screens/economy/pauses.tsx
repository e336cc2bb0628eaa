import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import * as economy from '#contracts/operator-economy.endpoints.ts'
import type { PauseView } from '#contracts/operator-economy.schemas.ts'
import { previewExchange } from '#contracts/operator-previews.endpoints.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
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
    preview: ([pause]) => (isPaused ? <p>{m.economy_resume_preview()}</p> : <Touched {...pause!} />),
    run: async (_, reason) => {
      await send(to, { reason })
      return oneDone(feature, async () => await send(back, { reason: m.common_undone(), isUndo: true }))
    },
    remains: () => (isPaused ? m.economy_resume_remains() : (notBack[feature]?.() ?? null)),
    undoPermission: turns[feature][back].permission!,
    said: m.economy_turned,
  }
}

/** What a pause stops. */
function Touched({ feature, usedIn7Days }: PauseView) {
  const rate = useQuery({
    queryKey: ['exchange-preview'],
    queryFn: async ({ signal }) => await call(previewExchange, { query: {}, signal }),
    enabled: feature === 'exchange',
  })
  if (feature === 'exchange' && rate.isPending) return <LoadingState />
  if (feature === 'exchange' && rate.isError)
    return <FailureState error={rate.error} onRetry={() => void rate.refetch()} />
  const used = { count: usedIn7Days, shown: formatNumber(usedIn7Days) }
  const texts: Record<Feature, () => string> = {
    exchange: () => m.economy_used_exchange({ ...used, quotes: formatNumber(rate.data?.quotes ?? 0) }),
    redemption: () => m.economy_used_redemption(used),
    payout: () => m.economy_used_payout(used),
    'sign-up': () => m.economy_used_sign_up(used),
    'link-creation': () => m.economy_used_link_creation(used),
  }
  return <p>{texts[feature]()}</p>
}
