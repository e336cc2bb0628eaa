import { m } from '#messages'
import { pointsOf } from '#contracts/points-path.ts'
import { FriendGhost, FriendList } from '../features/friends/friend-list.tsx'
import { InviteCard } from '../features/friends/invite-card.tsx'
import { ShownCard } from '../features/friends/shown-card.tsx'
import { useFriends } from '../features/friends/queries.ts'
import { BalanceCard } from '../ui/balance-card.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { formatDate, formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { useNewlyPaid } from '#web/ui/rare/newly-paid.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './two-columns.module.css'

/** `/points/referral`: my link and how to hand it on, each friend's state, and what I earned by them. */
export default function ReferralPage() {
  const list = useFriends()
  const friends = list.data?.pages.flatMap((page) => page.items) ?? []
  const news = useNewlyPaid('friends', list.data && friends)
  return (
    <Page title={m.pages_referral()}>
      <News>{news > 0 && <Celebration text={m.friends_newly_paid({ points: formatSigned(news) })} />}</News>
      <Loaded
        query={list}
        waiting={
          <Loading>
            <CardSkeleton lines={2} />
            <CardSkeleton lines={5} />
          </Loading>
        }
      >
        {({ pages: [first] }) => (
          <div className={classes.layout}>
            <div className={classes.column}>
              <InviteCard {...first!} />
              <ShownCard />
            </div>
            <div className={classes.column}>
              <BalanceCard
                of="points"
                label={m.friends_earned_label()}
                value={first!.totals.points}
                detail={m.friends_earned_detail({
                  paid: formatNumber(first!.totals.paid),
                  waiting: formatNumber(first!.totals.waiting + first!.totals.underReview),
                })}
                actions={
                  first!.totals.points > 0 && (
                    <ButtonLink look="ghost" size="s" to={pointsOf('friend-invitation')}>
                      {m.points_history_see()}
                    </ButtonLink>
                  )
                }
              />
              {first!.month.paid >= first!.month.paidMax && (
                <Notice tone="gold">
                  {m.friends_month_full({
                    max: formatNumber(first!.month.paidMax),
                    date: formatDate(first!.month.endsAt),
                  })}
                </Notice>
              )}
              <Section heading={m.friends_heading()}>
                {friends.length === 0 ? (
                  <FriendGhost invitationUrl={first!.invitationUrl} />
                ) : (
                  <FriendList friends={friends} query={list} />
                )}
              </Section>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
