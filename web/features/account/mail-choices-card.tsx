import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#messages'
import { getMailChoices, patchMailChoices } from '#contracts/mail-choices.endpoints.ts'
import type { MailChoices } from '#contracts/mail-choices.schemas.ts'
import { mailKinds, type MailKind } from '#rules/mail-kinds.ts'
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

const labels: Record<MailKind, { label: () => string; hint: () => string }> = {
  points_expiring: { label: m.mails_points_expiring, hint: m.mails_points_expiring_hint },
  earning_unlocked: { label: m.mails_earning_unlocked, hint: m.mails_earning_unlocked_hint },
  answers: { label: m.mails_answers, hint: m.mails_answers_hint },
  campaign_changes: { label: m.mails_campaign_changes, hint: m.mails_campaign_changes_hint },
  campaign_news: { label: m.mails_campaign_news, hint: m.mails_campaign_news_hint },
}

/** Which mails a member gets; each choice is saved at the tap. */
export function MailChoicesCard({ uid }: { uid: string }) {
  const client = useQueryClient()
  const queryKey = ['mail-choices', uid]
  const choices = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getMailChoices, { params: { uid }, signal }),
  })
  const save = useMutation({
    mutationFn: (change: Partial<MailChoices>) => call(patchMailChoices, { params: { uid }, body: change }),
    // One after the other, so that the last tap stays.
    scope: { id: `mail choices ${uid}` },
    onMutate: (change) => client.setQueryData<MailChoices>(queryKey, (now) => now && { ...now, ...change }),
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
            {mailKinds.map((kind) => (
              <SwitchRow
                key={kind}
                label={labels[kind].label()}
                hint={labels[kind].hint()}
                checked={choices.data[kind]}
                onChange={(isOn) => save.mutate({ [kind]: isOn })}
              />
            ))}
          </div>
        )}
        {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      </div>
    </Card>
  )
}
