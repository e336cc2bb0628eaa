import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { m } from '#messages'
import {
  getNotificationChoices,
  patchNotificationChoices,
} from '#contracts/notification-choices.endpoints.ts'
import type {
  NotificationChoiceChanges,
  NotificationChoices,
} from '#contracts/notification-choices.schemas.ts'
import type { MailChoice, NotificationGroup } from '#rules/notification-choices.ts'
import { call } from '#web/platform/api.ts'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { DropArrow } from '#web/ui/rare/drop-arrow.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { NotifyDevice } from './notify-device.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './notification-choices.module.css'

const labels: Record<NotificationGroup, { label: () => string; hint: () => string }> = {
  account: { label: m.mails_account, hint: m.mails_account_hint },
  answers: { label: m.mails_answers, hint: m.mails_answers_hint },
  earnings: { label: m.mails_earnings, hint: m.mails_earnings_hint },
  points: { label: m.mails_points, hint: m.mails_points_hint },
  campaign_changes: { label: m.mails_campaign_changes, hint: m.mails_campaign_changes_hint },
  friends: { label: m.mails_friends, hint: m.mails_friends_hint },
  check_in: { label: m.mails_check_in, hint: m.mails_check_in_hint },
  exchange: { label: m.mails_exchange, hint: m.mails_exchange_hint },
  shop: { label: m.mails_shop, hint: m.mails_shop_hint },
  leaderboard: { label: m.mails_leaderboard, hint: m.mails_leaderboard_hint },
  news: { label: m.mails_news, hint: m.mails_news_hint },
  campaign_news: { label: m.mails_campaign_news, hint: m.mails_campaign_news_hint },
}
const groups = Object.keys(labels) as NotificationGroup[]

/** By which channels a member hears of what, and when no device rings; each choice is saved at the tap. */
export function NotificationChoicesCard({ uid, proveAddress }: { uid: string; proveAddress: ReactNode }) {
  const client = useQueryClient()
  const queryKey = ['notification-choices', uid]
  const choices = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getNotificationChoices, { params: { uid }, signal }),
  })
  const save = useMutation({
    mutationKey: queryKey,
    mutationFn: (body: NotificationChoiceChanges) =>
      call(patchNotificationChoices, { params: { uid }, body }),
    // One after the other, so that the last tap stays.
    scope: { id: `notification choices ${uid}` },
    onSuccess: (saved) => client.setQueryData<NotificationChoices>(queryKey, saved),
    // By hand: a success has told all that changed.
    onError: () => client.invalidateQueries({ queryKey }),
  })
  // Shown at the tap, and no longer than until it is known whether it is saved.
  const taps = useMutationState({
    filters: { mutationKey: queryKey, status: 'pending' },
    select: ({ state }) => state.variables as NotificationChoiceChanges,
  })
  return (
    <Card className={classes.card} id="notifications" tabIndex={-1}>
      <div className={classes.head}>
        <h2>{m.notifications_heading()}</h2>
        <SaveStatus save={save} />
      </div>
      <p className={classes.hint}>{m.mails_intro()}</p>
      <NotifyDevice uid={uid} />
      {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      <Loaded
        query={choices}
        heading={m.mails_failed()}
        waiting={
          <Loading>
            <CardSkeleton lines={5} />
          </Loading>
        }
      >
        {(saved) => {
          const data = taps.reduce(changed, saved)
          return (
            <>
              {data.mailTrouble && (
                <>
                  <Notice>
                    {data.mailTrouble.reason === 'bounce' ? m.mails_bounced() : m.mails_complained()}
                  </Notice>
                  {proveAddress}
                </>
              )}
              <div>
                {groups.map((group) => (
                  <GroupChoice
                    key={group}
                    group={group}
                    choice={data.groups[group]}
                    onChange={(change) => save.mutate({ groups: { [group]: change } })}
                  />
                ))}
              </div>
              <QuietHours value={data.quietHours} onChange={(quietHours) => save.mutate({ quietHours })} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function changed(
  now: NotificationChoices,
  { groups: of = {}, quietHours }: NotificationChoiceChanges,
): NotificationChoices {
  const next = { ...now, groups: { ...now.groups }, quietHours: quietHours ?? now.quietHours }
  for (const [name, change] of Object.entries(of)) {
    const group = name as NotificationGroup
    next.groups[group] = { ...next.groups[group], ...change }
  }
  return next as NotificationChoices
}

type Choice = NotificationChoices['groups']['answers']

function GroupChoice({
  group,
  choice: { inApp, mail, push, isMandatory },
  onChange,
}: {
  group: NotificationGroup
  choice: Choice
  onChange: (change: Partial<Pick<Choice, 'inApp' | 'mail' | 'push'>>) => void
}) {
  const id = useId()
  return (
    <fieldset className={classes.group} aria-describedby={`${id}-hint`}>
      <legend>{labels[group].label()}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {labels[group].hint()}
      </p>
      <div className={classes.channels}>
        {isMandatory ? (
          <span className={classes.always}>{m.notifications_always()}</span>
        ) : (
          <>
            <label className={classes.mail}>
              <span>{m.notifications_by_mail()}</span>
              <span className={classes.select}>
                <select
                  value={mail}
                  onChange={(event) => onChange({ mail: event.currentTarget.value as MailChoice })}
                >
                  <option value="now">{m.notifications_mail_now()}</option>
                  <option value="daily">{m.notifications_mail_daily()}</option>
                  <option value="off">{m.notifications_mail_off()}</option>
                </select>
                <DropArrow />
              </span>
            </label>
            <Tick checked={inApp} onChange={(isOn) => onChange({ inApp: isOn })}>
              {m.notifications_in_inbox()}
            </Tick>
          </>
        )}
        <Tick checked={push} onChange={(isOn) => onChange({ push: isOn })}>
          {m.notifications_on_devices()}
        </Tick>
      </div>
    </fieldset>
  )
}

function Tick({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  return (
    <label className={classes.tick}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
    </label>
  )
}
