import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getMemberReach } from '#contracts/operator-members.endpoints.ts'
import type { MemberReach, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { nameOf } from './member-name.ts'

function useReach({ uid }: OperatedMemberView) {
  return useQuery({
    queryKey: ['member-reach', uid],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(getMemberReach, { params: { uid }, signal }),
  })
}

/** What can be paid again once payouts are allowed, which has no Undo. */
export function Released({ member }: { member: OperatedMemberView }) {
  const reach = useReach(member)
  return (
    <>
      <p>{m.member_allow_preview({ name: nameOf(member) })}</p>
      {reach.isPending ? (
        <LoadingState />
      ) : reach.isError ? (
        <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : (
        <Facts facts={[[m.member_allow_held(), heldIn(reach.data)]]} />
      )}
      <p>{m.member_allow_final()}</p>
    </>
  )
}

/** What works again once a member is enabled, which has no Undo. */
export function GivenBack({ member }: { member: OperatedMemberView }) {
  const reach = useReach(member)
  return (
    <>
      <p>{m.member_enable_preview({ name: nameOf(member) })}</p>
      {reach.isPending ? (
        <LoadingState />
      ) : reach.isError ? (
        <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : (
        <>
          <p>{m.member_enable_back()}</p>
          <Facts facts={factsOf(reach.data)} />
        </>
      )}
      <p>{m.member_enable_final()}</p>
    </>
  )
}

/** What stopping payouts touches, counted by the server. */
export function OpenRedemptions({ member }: { member: OperatedMemberView }) {
  const reach = useReach(member)
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  return (
    <Facts
      facts={[
        [m.member_stop_held(), heldIn(reach.data)],
        [m.member_stop_sent(), countAndValue(reach.data.sentRedemptions, reach.data.sentRedemptionsUsdCents)],
      ]}
    />
  )
}

/** What disabling touches, counted by the server. */
export function Reach({ member }: { member: OperatedMemberView }) {
  const reach = useReach(member)
  return (
    <>
      <p>{m.member_disable_preview({ name: nameOf(member) })}</p>
      {reach.isPending ? (
        <LoadingState />
      ) : reach.isError ? (
        <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : (
        <>
          <p>{m.member_disable_undo()}</p>
          <Facts facts={factsOf(reach.data)} />
          <p>{m.member_disable_lost()}</p>
          <Facts facts={[[m.member_reach_sessions(), formatNumber(reach.data.sessions)]]} />
        </>
      )}
    </>
  )
}

function factsOf(reach: MemberReach): [string, string][] {
  return [
    [m.member_reach_links(), formatNumber(reach.links)],
    [m.member_reach_campaigns(), formatNumber(reach.campaigns)],
    [m.member_reach_crels(), formatNumber(reach.crels)],
    redemptionsIn(reach),
    [m.member_reach_orders(), formatNumber(reach.orders)],
  ]
}

function redemptionsIn({ redemptions, redemptionsUsdCents }: MemberReach): [string, string] {
  return [m.member_reach_redemptions(), countAndValue(redemptions, redemptionsUsdCents)]
}

/** What a stop of payouts holds: all that is open and not sent. */
function heldIn(reach: MemberReach): string {
  return countAndValue(
    reach.redemptions - reach.sentRedemptions,
    reach.redemptionsUsdCents - reach.sentRedemptionsUsdCents,
  )
}

function countAndValue(count: number, usdCents: number): string {
  return m.member_reach_redemptions_value({ count: formatNumber(count), value: formatUsd(usdCents) })
}
