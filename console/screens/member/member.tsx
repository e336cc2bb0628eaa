import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { getOperatedMember } from '#contracts/operator-members.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { formatCrels, formatDate, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { memberActs } from './member-acts.tsx'
import { nameOf } from './member-name.ts'
import { MemberCards } from './member-cards.tsx'
import { MemberEntries } from './member-entries.tsx'
import { writeAct } from '#console/screens/inboxes/write-act.tsx'
import styles from './member.module.css'
import { ViewAsMember } from './view-as-member.tsx'

/** One member: who they are, what they have, what speaks for care, and what operators did. */
export default function Member() {
  const { uid } = useParams() as { uid: string }
  const member = useQuery({
    queryKey: ['member', uid],
    queryFn: async ({ signal }) => await call(getOperatedMember, { params: { uid }, signal }),
  })
  if (member.isPending) return <LoadingState />
  if (member.isError) return <FailureState error={member.error} onRetry={() => void member.refetch()} />
  return <Shown member={member.data} />
}

function Shown({ member }: { member: OperatedMemberView }) {
  const navigate = useNavigate()
  return (
    <>
      <ScreenHead
        title={<bdi>{nameOf(member)}</bdi>}
        summary={m.member_lead({ name: member.email, date: formatDate(member.createdAt) })}
      >
        <ViewAsMember member={member} />
        <ActButton act={writeToMember} row={member} idOf={({ uid }) => uid} nameOf={nameOf} />
        {memberActs.map((act) => (
          <ActButton
            key={act.id}
            act={act}
            row={member}
            idOf={({ uid }) => uid}
            nameOf={nameOf}
            // Nothing is left to show.
            onDone={act.id === 'erase' ? () => void navigate('/') : undefined}
          />
        ))}
      </ScreenHead>
      <div className={styles.risk}>
        <Risk member={member} />
      </div>
      <Wallet member={member} />
      <MemberCards member={member} />
      <MemberEntries uid={member.uid} />
    </>
  )
}

const writeToMember = writeAct<OperatedMemberView>({
  label: m.inboxes_write_member(),
  idOf: ({ uid }) => uid,
  to: (member) => ({ uid: member.uid, name: nameOf(member), isDisabled: member.state === 'disabled' }),
})

/** Whether they may come in, and what makes an operator look twice. */
function Risk({ member: { state, wallet, risk, mailTrouble } }: { member: OperatedMemberView }) {
  const { frozenUntil, stoppedUntil, sharedDestination, sharedDevice } = risk
  const isPlain =
    !mailTrouble && !frozenUntil && !stoppedUntil && sharedDestination + sharedDevice + wallet.debt === 0
  return (
    <Pills>
      <Pill tone={state === 'active' ? 'good' : 'bad'}>
        {state === 'active' ? m.member_active() : m.member_disabled()}
      </Pill>
      {isPlain && <Pill>{m.member_risk_none()}</Pill>}
      {mailTrouble && (
        <Pill tone="bad">
          {mailTrouble.reason === 'complaint'
            ? m.member_no_mail_complaint({ date: formatDate(mailTrouble.since) })
            : m.member_no_mail_bounce({ date: formatDate(mailTrouble.since) })}
        </Pill>
      )}
      {stoppedUntil && (
        <Pill tone="bad">{m.member_risk_stopped({ time: formatDateTime(stoppedUntil) })}</Pill>
      )}
      {frozenUntil && <Pill tone="warn">{m.member_risk_frozen({ time: formatDateTime(frozenUntil) })}</Pill>}
      {wallet.debt > 0 && <Pill tone="bad">{m.member_risk_debt({ crels: formatCrels(wallet.debt) })}</Pill>}
      {sharedDestination > 0 && (
        <Pill tone="bad">{m.member_risk_destination({ count: sharedDestination })}</Pill>
      )}
      {sharedDevice > 0 && <Pill tone="warn">{m.member_risk_device({ count: sharedDevice })}</Pill>}
    </Pills>
  )
}

function Wallet({ member: { wallet, risk } }: { member: OperatedMemberView }) {
  return (
    <Stats>
      <Stat label={m.member_available()} value={formatCrels(wallet.available)} />
      <Stat label={m.member_pending()} value={formatCrels(wallet.pending)} />
      <Stat label={m.member_reserved()} value={formatCrels(wallet.reserved)} />
      <Stat label={m.member_debt()} value={formatCrels(wallet.debt)} isBad={wallet.debt > 0} />
      <Stat label={m.member_points()} value={formatNumber(wallet.points)} />
      <Stat
        label={m.member_paid()}
        value={formatUsd(risk.paidUsdCents)}
        detail={m.member_paid_detail({ count: risk.paid })}
      />
    </Stats>
  )
}
