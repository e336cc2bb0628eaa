import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { showPendingAct } from '#contracts/pending-acts.endpoints.ts'
import type { PendingActDetail, PendingActEffect } from '#contracts/pending-acts.schemas.ts'
import { call } from '#console/platform/api.ts'
import { CurrencyTouched } from '#console/screens/economy/currency-touched.tsx'
import { RateWorth } from '#console/screens/economy/rate-worth.tsx'
import { balanceText, debtText } from '#console/screens/member/balance-text.ts'
import { roleNames } from '#console/screens/operators/role-names.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatDate } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'

/** What a proposal would do to what is there now, asked of the server each time it is looked at. */
export function Effect({ id }: { id: string }) {
  const act = useQuery({
    queryKey: ['pending-act', id],
    queryFn: async ({ signal }) => await call(showPendingAct, { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  if (act.isError) return <FailureState error={act.error} onRetry={() => void act.refetch()} />
  // What is approved is what is so now, not what was so when it was last looked at.
  if (act.isPending || act.isFetching) return <LoadingState />
  const { effect, changed, state } = act.data
  if (state !== 'waiting') return null
  return (
    <>
      {changed !== null && <p role="alert">{changed}</p>}
      {effect ? <Of effect={effect} /> : changed === null && <p>{m.approvals_effect_hidden()}</p>}
    </>
  )
}

function Of({ effect }: { effect: NonNullable<PendingActDetail['effect']> }) {
  if (effect.kind === 'rate')
    return (
      <>
        <p>{m.approvals_rate({ before: effect.before, after: effect.after })}</p>
        <RateWorth {...effect} large={m.approvals_rate_large()} />
      </>
    )
  if (effect.kind === 'currency') {
    const { currency, day, after } = effect
    return after === null ? (
      <p>{m.economy_currency_withdrawal({ currency, day: formatDate(day) })}</p>
    ) : (
      <>
        <p>{m.approvals_currency({ currency, day: formatDate(day) })}</p>
        <CurrencyTouched {...effect} after={after} />
      </>
    )
  }
  return <Facts facts={effect.kind === 'balance' ? balanceFacts(effect) : operatorFacts(effect)} />
}

type EffectOf<Kind extends PendingActEffect['kind']> = Extract<PendingActEffect, { kind: Kind }>
type FactRows = Parameters<typeof Facts>[0]['facts']

function balanceFacts({ asset, before, after }: EffectOf<'balance'>): FactRows {
  return [
    [m.member_adjust_now(), balanceText(before, asset)],
    [m.member_adjust_after(), after ? balanceText(after, asset) : m.approvals_too_few()],
    [m.member_adjust_debt(), after && debtText(before, after)],
  ]
}

function operatorFacts({ name, email, before, after }: EffectOf<'operator'>): FactRows {
  const state = ({ isDisabled }: EffectOf<'operator'>['before']) =>
    isDisabled ? m.operators_disabled() : m.operators_active()
  const change = (was: string, is: string) =>
    was === is ? was : m.approvals_change({ before: was, after: is })
  return [
    [m.operators_name(), <bdi key="name">{name}</bdi>],
    [m.operators_email(), email],
    [m.operators_role(), change(roleNames[before.role](), roleNames[after.role]())],
    [m.operators_state(), change(state(before), state(after))],
  ]
}
