import { m } from '#console-messages'
import {
  allowMemberPayouts,
  disableMember,
  enableMember,
  noteOnMember,
  removeMemberSecondFactors,
  signMemberOut,
  stopMemberPayouts,
  undoMemberPayoutStop,
} from '#contracts/operator-members.endpoints.ts'
import { liftAddress } from '#contracts/operator-mail.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { LiftPreview } from '#console/screens/system/lift-preview.tsx'
import { adjustment } from './adjustment.tsx'
import { eraseAct, exportAct } from './member-data-acts.tsx'
import { nameOf } from './member-name.ts'
import { GivenBack, OpenRedemptions, Reach, Released } from './member-reach.tsx'
import { factorsText, hasAny } from './second-factors.ts'

type Act = RowAct<OperatedMemberView>

/** For how many days payouts are stopped, unless another number is typed. */
const stopDays = 30
const stopDaysMax = 365

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
          {member.risk.stoppedUntil && (
            <p>{m.member_stop_later({ time: formatDateTime(member.risk.stoppedUntil) })}</p>
          )}
          <OpenRedemptions member={member} />
        </>
      ),
    run: async ([member], reason, { days }) => {
      const params = { uid: member!.uid }
      const { until } = await call(stopMemberPayouts, { params, body: { days: Number(days), reason } })
      return oneDone(
        member!.uid,
        async () => await call(undoMemberPayoutStop, { params, body: { reason: m.common_undone(), until } }),
      )
    },
    undoPermission: 'member.undo-payout-stop',
    said: m.member_stopped_said,
  },
  {
    id: 'allow-payouts',
    label: m.member_allow(),
    look: 'quiet',
    permission: 'member.allow-payouts',
    applies: ({ risk }) => risk.stoppedUntil !== null,
    reason: whyForOperators,
    preview: ([member]) => member && <Released member={member} />,
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
    run: async ([member], reason) => {
      const params = { uid: member!.uid }
      await call(disableMember, { params, body: { reason } })
      return oneDone(
        member!.uid,
        async () => await call(enableMember, { params, body: { reason: m.common_undone(), isUndo: true } }),
      )
    },
    remains: () => m.member_disable_remains(),
    said: m.member_disabled_said,
  },
  {
    id: 'enable',
    label: m.member_enable(),
    permission: 'member.enable',
    applies: ({ state }) => state === 'disabled',
    reason: whyForOperators,
    preview: ([member]) => member && <GivenBack member={member} />,
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
