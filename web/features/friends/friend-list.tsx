import { m } from '#messages'
import type { Friend } from '#contracts/friends.schemas.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatSigned } from '#web/ui/common/format.ts'
import { LoadMoreOf, type Endless } from '#web/ui/rare/load-more.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { friendText } from './friend-text.ts'
import ghost from '#web/ui/rare/ghost.module.css'
import classes from './friend-list.module.css'

/** Everybody I invited, each with its status and why it was not paid yet. */
export function FriendList({ friends, query }: { friends: Friend[]; query: Endless }) {
  return (
    <>
      <Card>
        <Rows>
          {friends.map((friend) => (
            <FriendRow key={`${friend.joinedAt} ${friend.name}`} friend={friend} />
          ))}
        </Rows>
      </Card>
      <LoadMoreOf query={query} shown={friends.length} label={m.friends_more()} />
    </>
  )
}

function FriendRow({ friend }: { friend: Friend }) {
  const { pill, tone, why } = friendText(friend, useNow())
  const { name, state, points, checkIns, checkInsNeeded } = friend
  const shown = name ?? m.friends_unnamed()
  return (
    <Row className={classes.row}>
      <Avatar name={shown} size={44} />
      <div className={classes.text}>
        <p className={classes.name}>
          <b>
            <bdi>{shown}</bdi>
          </b>
          <Pill tone={tone}>{pill}</Pill>
        </p>
        <p className={classes.why}>{why}</p>
        {state === 'waiting' && checkInsNeeded > 0 && (
          <Meter
            value={checkIns}
            max={checkInsNeeded}
            label={m.friends_meter({ name: shown })}
            text={m.friends_why_check_ins({ done: checkIns, needed: checkInsNeeded })}
            tone="gold"
          />
        )}
      </div>
      <b className={classes.points} data-state={state}>
        {state === 'refused' || state === 'ended' ? '0' : formatSigned(points)}
      </b>
    </Row>
  )
}

/** Where my first friends will be, and a message to begin with. */
export function FriendGhost({ invitationUrl }: { invitationUrl: string }) {
  return (
    <div className={ghost.ghost}>
      <div className={classes.outlines} aria-hidden="true">
        {[0, 1, 2].map((one) => (
          <span key={one} className={classes.outline}>
            <i className={classes.face} />
            <i className={classes.line} />
          </span>
        ))}
      </div>
      <h3>{m.friends_empty_heading()}</h3>
      <p>{m.friends_empty_hint()}</p>
      <blockquote className={classes.message}>{m.friends_message()}</blockquote>
      <CopyButton
        text={`${m.friends_message()} ${invitationUrl}`}
        label={m.friends_copy_message()}
        onCopied={() => analytics.track('link_copied', { link: 'friend_invitation' })}
      />
    </div>
  )
}
