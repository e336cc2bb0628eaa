import { Avatar } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import {
  listMemberActs,
  listMemberEvents,
  listMemberLinks,
  listMemberRedemptions,
  listMemberRequests,
  listMemberRewards,
} from '#contracts/operator-members.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { RequestLink } from '#console/screens/inboxes/named-request.tsx'
import { requestState } from '#console/screens/inboxes/request-words.ts'
import { alikeFacts } from '#console/platform/alike-members.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import {
  formatAge,
  formatCrels,
  formatDate,
  formatDateTime,
  formatDay,
  formatNumber,
  formatUsd,
} from '#console/ui/format.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import { GrowingList } from './growing-list.tsx'
import { MemberCampaigns } from './member-campaigns.tsx'
import { memberFiles } from './member-files.ts'
import styles from './member.module.css'
import { factorsText } from './second-factors.ts'
import { TaxFormCard } from './tax-form-card.tsx'

/** What is known of a member, a card for each kind; of each list the newest. */
export function MemberCards({ member }: { member: OperatedMemberView }) {
  return (
    <div className={styles.parts}>
      <Profile member={member} />
      <TaxFormCard uid={member.uid} />
      <Sessions member={member} />
      <GrowingList
        member={member}
        list="redemptions"
        read={async (asked) => await call(listMemberRedemptions, asked)}
        heading={m.member_redemptions()}
        empty={m.member_redemptions_none()}
        file={memberFiles.redemptions}
      >
        {(rows) => (
          <Lines file={null}>
            {rows.map(({ id, state, crels, usdCents, requestedAt }) => (
              <Line
                key={id}
                name={
                  <Link to={`/${consoleRoutes.redemptions}?state=${state}&open=${id}`}>
                    {formatUsd(usdCents)}
                  </Link>
                }
                detail={[state, formatCrels(crels), formatDate(requestedAt)].join(' · ')}
              />
            ))}
          </Lines>
        )}
      </GrowingList>
      <MemberCampaigns member={member} />
      <GrowingList
        member={member}
        list="links"
        read={async (asked) => await call(listMemberLinks, asked)}
        heading={m.member_links()}
        empty={m.member_links_none()}
        file={memberFiles.links}
      >
        {(rows) => (
          <Lines file={null}>
            {rows.map(({ id, code, kind, state, destination }) => (
              <Line
                key={id}
                name={<Link to={`/${consoleRoutes.links}?code=${code}`}>/s/{code}</Link>}
                detail={[kind, state, destination].join(' · ')}
              />
            ))}
          </Lines>
        )}
      </GrowingList>
      <GrowingList
        member={member}
        list="rewards"
        read={async (asked) => await call(listMemberRewards, asked)}
        heading={m.member_rewards()}
        empty={m.member_rewards_none()}
        file={memberFiles.rewards}
      >
        {(rows) => (
          <Lines file={null}>
            {rows.map(({ transactionId, program, points, at }) => (
              <Line
                key={transactionId}
                name={m.member_reward_points({ points: formatNumber(points) })}
                detail={[program, formatDateTime(at)].join(' · ')}
              />
            ))}
          </Lines>
        )}
      </GrowingList>
      <GrowingList
        member={member}
        list="requests"
        read={async (asked) => await call(listMemberRequests, asked)}
        heading={m.member_requests()}
        empty={m.member_requests_none()}
        file={memberFiles.requests}
      >
        {(rows) => (
          <Lines file={null}>
            {rows.map((request) => (
              <Line
                key={request.id}
                name={<RequestLink request={request} />}
                detail={[request.reference, requestState(request), formatDate(request.createdAt)].join(' · ')}
              />
            ))}
          </Lines>
        )}
      </GrowingList>
      {member.events.length > 0 && (
        <GrowingList
          member={member}
          list="events"
          read={async (asked) => await call(listMemberEvents, asked)}
          heading={m.member_events()}
          empty=""
          file={memberFiles.events}
        >
          {(rows) => (
            <Timeline
              label={m.member_events()}
              steps={rows.map(({ kind, at, note }) => ({
                key: `${kind} ${at}`,
                at: formatDateTime(at),
                text: kind.replaceAll('_', ' '),
                note,
              }))}
            />
          )}
        </GrowingList>
      )}
      <GrowingList
        member={member}
        list="acts"
        read={async (asked) => await call(listMemberActs, asked)}
        heading={m.member_acts()}
        empty=""
        file={memberFiles.acts}
      >
        {(rows) => (
          <Timeline
            label={m.member_acts()}
            steps={rows.map(({ id, at, by, action, reason, isReasonKept }) => ({
              key: id,
              at: formatDateTime(at),
              text: m.member_acts_by({ action, by }),
              note: isReasonKept ? m.audit_confidential() : reason,
            }))}
          />
        )}
      </GrowingList>
    </div>
  )
}

function Profile({ member }: { member: OperatedMemberView }) {
  const { name, email, isEmailVerified, photoUrl, industries, birthday, age } = member
  const { secondFactors, invitedBy, channels } = member
  return (
    <Card heading={m.member_profile()}>
      <Avatar
        className={styles.photo}
        src={photoUrl}
        alt={photoUrl === null ? '' : m.member_photo({ name: name ?? email })}
        name={name ?? email}
        size={72}
        aria-hidden={photoUrl === null}
      />
      <Facts
        facts={[
          [m.member_display_name(), name],
          [m.member_full_name(), member.fullName],
          [
            m.member_birthday(),
            birthday !== null && age !== null
              ? m.member_birthday_age({ day: formatDay(birthday), count: age, age: formatNumber(age) })
              : m.member_birthday_none(),
          ],
          [m.member_email(), isEmailVerified === false ? m.member_email_unverified({ email }) : email],
          [m.member_factors(), secondFactors && factorsText(secondFactors)],
          [m.member_country(), member.country],
          [m.member_industries(), industries.join(', ')],
          [m.member_time_zone(), member.timeZone],
          [m.member_channels(), channels.map(({ address }) => address).join(', ')],
          [m.member_invited_by(), invitedBy],
          ...alikeFacts(member.risk.alike),
          [m.member_short_id(), <code key="shortId">{member.shortId}</code>],
          [m.member_uid(), <code key="uid">{member.uid}</code>],
        ]}
      />
    </Card>
  )
}

function Sessions({ member: { uid, sessions } }: { member: OperatedMemberView }) {
  if (sessions === null) return <Card heading={m.member_sessions()}>{m.member_sessions_elsewhere()}</Card>
  return (
    <Card heading={m.member_sessions()}>
      {sessions.length === 0 ? (
        m.member_sessions_none()
      ) : (
        <Lines
          file={listFile(`member-sessions-${uid}`, sessions, [
            [m.member_file_last_used(), ({ lastSeenAt }) => lastSeenAt],
            [m.member_file_device(), ({ device }) => device],
            [m.member_country(), ({ country }) => country],
          ])}
        >
          {sessions.map(({ device, country, lastSeenAt }, index) => (
            <Line
              // oxlint-disable-next-line react/no-array-index-key -- two browsers of one kind may have been used in the same moment
              key={`${lastSeenAt} ${index}`}
              name={device ?? m.member_device_unknown()}
              detail={[country, m.member_session_used({ age: formatAge(lastSeenAt) })]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </Lines>
      )}
    </Card>
  )
}
