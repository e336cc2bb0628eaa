import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  allowMemberPayouts,
  disableMember,
  enableMember,
  getMemberReach,
  noteOnMember,
  removeMemberSecondFactors,
  signMemberOut,
  stopMemberPayouts,
} from '#contracts/operator-members.endpoints.ts'
import { liftAddress } from '#contracts/operator-mail.endpoints.ts'
import type { MemberReach, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { LiftPreview } from '#console/screens/system/lift-preview.tsx'
import { adjustment } from './adjustment.tsx'
import { eraseAct, exportAct } from './member-data-acts.tsx'
import { factorsText, hasAny } from './second-factors.ts'

type Act = RowAct<OperatedMemberView>

/** For how many days payouts are stopped, unless another number is typed. */
const stopDays = 30
const stopDaysMax = 365

/** What a member is called on screen. */
export function nameOf({ name, fullName, email }: OperatedMemberView): string {
  return name ?? fullName ?? email
}

const whyForOperators = { label: m.member_reason(), isRequired: true }

/** What can be done to a member. */
export const memberActs: readonly Act[] = [
  {
    id: 'note',
    label: m.member_note(),
    look: 'quiet',
    permission: 'member.note',
    reason: { label: m.member_note_label(), isRequired: true },
    preview: () => <p>{m.member_note_preview()}</p>,
    run: of(async (uid, note) => await call(noteOnMember, { params: { uid }, body: { note } })),
    said: m.member_noted_said,
  },
  {
    id: 'lift-mail',
    label: m.system_lift(),
    look: 'quiet',
    permission: 'mail.lift',
    applies: ({ mailTrouble }) => mailTrouble !== null,
    reason: whyForOperators,
    preview: ([member]) =>
      member?.mailTrouble && (
        <LiftPreview rows={[member.mailTrouble]}>
          {member.mailTrouble.detail !== '' && (
            <p>
              <bdi>{member.mailTrouble.detail}</bdi>
            </p>
          )}
        </LiftPreview>
      ),
    run: async ([member], reason) => {
      await call(liftAddress, { body: { address: member!.email, reason } })
      return oneDone(member!.uid)
    },
    said: (count) => m.system_lifted({ count }),
  },
  {
    id: 'sign-out',
    label: m.member_sign_out(),
    look: 'quiet',
    permission: 'member.sign-out',
    reason: whyForOperators,
    preview: ([member]) => (
      <p>
        {m.member_sign_out_preview({
          count: member?.sessions?.length ?? 0,
          name: member ? nameOf(member) : '',
        })}
      </p>
    ),
    run: of(async (uid, reason) => await call(signMemberOut, { params: { uid }, body: { reason } })),
    said: m.member_signed_out_said,
  },
  {
    id: 'remove-second-factors',
    label: m.member_remove_factors(),
    look: 'danger',
    permission: 'member.remove-second-factors',
    applies: ({ secondFactors }) => secondFactors !== null && hasAny(secondFactors),
    reason: whyForOperators,
    preview: ([member]) =>
      member?.secondFactors && (
        <>
          <p>
            {m.member_remove_factors_preview({
              count: member.sessions?.length ?? 0,
              factors: factorsText(member.secondFactors),
              name: nameOf(member),
            })}
          </p>
          <p>{m.member_remove_factors_sure()}</p>
        </>
      ),
    run: of(
      async (uid, reason) => await call(removeMemberSecondFactors, { params: { uid }, body: { reason } }),
    ),
    said: m.member_remove_factors_said,
  },
  adjustment,
  {
    id: 'stop-payouts',
    label: m.member_stop(),
    look: 'quiet',
    permission: 'member.stop-payouts',
    applies: ({ risk }) => risk.stoppedUntil === null,
    fields: [
      {
        kind: 'number',
        name: 'days',
        label: m.member_stop_days(),
        min: 1,
        max: stopDaysMax,
        initial: stopDays,
      },
    ],
    reason: whyForOperators,
    preview: ([member], { days = '' }) =>
      member && (
        <>
          <p>{m.member_stop_preview({ count: Number(days), name: nameOf(member) })}</p>
          <OpenRedemptions member={member} />
        </>
      ),
    run: of(
      async (uid, reason, { days }) =>
        await call(stopMemberPayouts, { params: { uid }, body: { days: Number(days), reason } }),
    ),
    said: m.member_stopped_said,
  },
  {
    id: 'allow-payouts',
    label: m.member_allow(),
    look: 'quiet',
    permission: 'member.allow-payouts',
    applies: ({ risk }) => risk.stoppedUntil !== null,
    reason: whyForOperators,
    preview: ([member]) => <p>{m.member_allow_preview({ name: member ? nameOf(member) : '' })}</p>,
    run: of(async (uid, reason) => await call(allowMemberPayouts, { params: { uid }, body: { reason } })),
    said: m.member_allowed_said,
  },
  {
    id: 'disable',
    label: m.member_disable(),
    look: 'danger',
    permission: 'member.disable',
    applies: ({ state }) => state === 'active',
    reason: whyForOperators,
    preview: ([member]) => member && <Reach member={member} />,
    run: of(async (uid, reason) => await call(disableMember, { params: { uid }, body: { reason } })),
    undo: async (ids) =>
      await outcomeOfEach(
        ids.map((id) => ({ id })),
        async ({ id: uid }) =>
          await call(enableMember, { params: { uid }, body: { reason: m.member_undone() } }),
      ),
    said: m.member_disabled_said,
  },
  {
    id: 'enable',
    label: m.member_enable(),
    permission: 'member.enable',
    applies: ({ state }) => state === 'disabled',
    reason: whyForOperators,
    preview: ([member]) => <p>{m.member_enable_preview({ name: member ? nameOf(member) : '' })}</p>,
    run: of(async (uid, reason) => await call(enableMember, { params: { uid }, body: { reason } })),
    said: m.member_enabled_said,
  },
  exportAct,
  eraseAct,
]

/** Does something to the one member that the screen is about. */
function of(work: (uid: string, reason: string, values: FieldValues) => Promise<unknown>): Act['run'] {
  return async (rows, reason, values) => {
    const { uid } = rows[0]!
    await work(uid, reason, values)
    return oneDone(uid)
  }
}

function useReach({ uid }: OperatedMemberView) {
  return useQuery({
    queryKey: ['member-reach', uid],
    queryFn: async ({ signal }) => await call(getMemberReach, { params: { uid }, signal }),
  })
}

/** What stopping payouts touches, counted by the server. */
function OpenRedemptions({ member }: { member: OperatedMemberView }) {
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
function Reach({ member }: { member: OperatedMemberView }) {
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
        </>
      )}
    </>
  )
}

function factsOf(reach: MemberReach): [string, string][] {
  return [
    [m.member_reach_sessions(), formatNumber(reach.sessions)],
    [m.member_reach_links(), formatNumber(reach.links)],
    [m.member_reach_campaigns(), formatNumber(reach.campaigns)],
    [m.member_reach_crels(), formatNumber(reach.crels)],
    redemptionsIn(reach),
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
