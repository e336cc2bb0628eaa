import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import {
  getRemovalReach,
  getReturnReach,
  letBackIn,
  removeFromCampaign,
} from '#contracts/operator-campaign-removal.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatCrels, formatNumber } from '#console/ui/format.ts'
import { useHoldBack } from '#console/ui/hold-back.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { nameOf } from './member-name.ts'

export type MemberCampaign = OperatedMemberView['campaigns'][number]

/** Removing the member from one of their campaigns, which letting them back in undoes. */
export function removal(member: OperatedMemberView): RowAct<MemberCampaign> {
  const { uid } = member
  return {
    id: 'remove-from-campaign',
    label: m.member_remove(),
    look: 'danger',
    permission: 'campaign.remove',
    applies: ({ state }) => state === 'active',
    reason: { label: m.member_remove_reason(), isRequired: true, length: 1_000 },
    preview: ([row]) => row && <RemovalReach uid={uid} name={nameOf(member)} row={row} />,
    run: async ([row], reason) => {
      const params = { uid, enrolmentId: row!.enrolmentId }
      await call(removeFromCampaign, { params, body: { reason } })
      return oneDone(
        params.enrolmentId,
        async () => await call(letBackIn, { params, body: { reason: m.common_undone(), isUndo: true } }),
      )
    },
    remains: m.member_remove_remains,
    undoPermission: 'campaign.let-back-in',
    said: m.member_removed_said,
  }
}

/** Taking that back later. */
export function lettingBackIn(member: OperatedMemberView): RowAct<MemberCampaign> {
  const { uid } = member
  return {
    id: 'let-back-in',
    label: m.member_let_back_in(),
    look: 'quiet',
    permission: 'campaign.let-back-in',
    applies: ({ state }) => state === 'removed',
    reason: { label: m.member_reason(), isRequired: true },
    preview: ([row]) => row && <ReturnReach uid={uid} name={nameOf(member)} row={row} />,
    run: async ([row], reason) => {
      const { enrolmentId } = row!
      await call(letBackIn, { params: { uid, enrolmentId }, body: { reason } })
      return oneDone(enrolmentId)
    },
    said: m.member_let_back_in_said,
  }
}

interface Touched {
  uid: string
  name: string
  row: MemberCampaign
}

/** What a removal touches, counted by the server. */
function RemovalReach({ uid, name, row: { enrolmentId, title } }: Touched) {
  const reach = useQuery({
    queryKey: ['member-removal', uid, enrolmentId],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(getRemovalReach, { params: { uid, enrolmentId }, signal }),
  })
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { links, availableCrels, pendingCrels, reviewCrels } = reach.data
  return (
    <>
      <p>{m.member_remove_preview({ name, campaign: title })}</p>
      <Facts
        facts={[
          [m.member_remove_links(), formatNumber(links)],
          [m.member_remove_available(), formatCrels(availableCrels)],
          [m.member_remove_pending(), formatCrels(pendingCrels)],
          [m.member_remove_review(), reviewCrels > 0 ? formatCrels(reviewCrels) : null],
        ]}
      />
    </>
  )
}

/** What letting them back in touches, or why it cannot be done. */
function ReturnReach({ uid, name, row: { enrolmentId, title } }: Touched) {
  const reach = useQuery({
    queryKey: ['member-return', uid, enrolmentId],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(getReturnReach, { params: { uid, enrolmentId }, signal }),
  })
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { links, refusal } = reach.data
  if (refusal !== null) return <Refused>{refusal}</Refused>
  return (
    <>
      <p>{m.member_let_back_in_preview({ name, campaign: title })}</p>
      <Facts facts={[[m.member_let_back_in_links(), formatNumber(links)]]} />
    </>
  )
}

/** Why an act cannot be done, in place of what it touches: its button waits. */
function Refused({ children }: { children: ReactNode }) {
  useHoldBack()
  return <p role="alert">{children}</p>
}
