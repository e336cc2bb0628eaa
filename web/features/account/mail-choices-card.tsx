import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#messages'
import {
  getNotificationChoices,
  patchNotificationChoices,
} from '#contracts/notification-choices.endpoints.ts'
import type { NotificationChoices } from '#contracts/notification-choices.schemas.ts'
import type { NotificationGroup } from '#rules/notification-choices.ts'
import { call } from '#web/platform/api.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './profile-form.module.css'

type Group = Exclude<NotificationGroup, 'account' | 'exchange'>

const labels: Record<Group, { label: () => string; hint: () => string }> = {
  answers: { label: m.mails_answers, hint: m.mails_answers_hint },
  earnings: { label: m.mails_earnings, hint: m.mails_earnings_hint },
  points: { label: m.mails_points, hint: m.mails_points_hint },
  campaign_changes: { label: m.mails_campaign_changes, hint: m.mails_campaign_changes_hint },
  friends: { label: m.mails_friends, hint: m.mails_friends_hint },
  shop: { label: m.mails_shop, hint: m.mails_shop_hint },
  leaderboard: { label: m.mails_leaderboard, hint: m.mails_leaderboard_hint },
  check_in: { label: m.mails_check_in, hint: m.mails_check_in_hint },
  campaign_news: { label: m.mails_campaign_news, hint: m.mails_campaign_news_hint },
}
const groups = Object.keys(labels) as Group[]

/** Which mails a member gets; each choice is saved at the tap. */
export function MailChoicesCard({ uid }: { uid: string }) {
  const client = useQueryClient()
  const queryKey = ['notification-choices', uid]
  const choices = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getNotificationChoices, { params: { uid }, signal }),
  })
  const save = useMutation({
    mutationFn: ({ group, mail }: { group: Group; mail: 'now' | 'off' }) =>
      call(patchNotificationChoices, { params: { uid }, body: { groups: { [group]: { mail } } } }),
    // One after the other, so that the last tap stays.
    scope: { id: `mail choices ${uid}` },
    onMutate: ({ group, mail }) =>
      client.setQueryData<NotificationChoices>(
        queryKey,
        (now) => now && { ...now, groups: { ...now.groups, [group]: { ...now.groups[group], mail } } },
      ),
    // By hand: a reading after each success would undo the tap that waits behind it.
    onError: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <Card className={classes.card} id="mails" tabIndex={-1}>
      <div className={classes.item}>
        <h2>{m.mails_heading()}</h2>
        <SaveStatus save={save} />
      </div>
      <div className={classes.group}>
        <p className={classes.hint}>{m.mails_intro()}</p>
        {choices.isPending && (
          <Loading>
            <CardSkeleton lines={3} />
          </Loading>
        )}
        {choices.isError && !choices.data && (
          <ErrorState
            heading={m.mails_failed()}
            {...problemOf(choices.error)}
            onRetry={() => void choices.refetch()}
            retrying={choices.isFetching}
          />
        )}
        {choices.data && (
          <div>
            {groups.map((group) => (
              <SwitchRow
                key={group}
                label={labels[group].label()}
                hint={labels[group].hint()}
                checked={choices.data.groups[group].mail !== 'off'}
                onChange={(isOn) => save.mutate({ group, mail: isOn ? 'now' : 'off' })}
              />
            ))}
          </div>
        )}
        {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      </div>
    </Card>
  )
}
