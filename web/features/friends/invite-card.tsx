import { lazy, useState, useTransition } from 'react'
import { m } from '#messages'
import type { Friends } from '#contracts/friends.schemas.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { LinkBox } from '#web/ui/rare/link-box.tsx'
import { Part } from '#web/ui/part.tsx'
import { PointsPromise } from '#web/ui/rare/points-promise.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Steps } from '#web/ui/steps.tsx'
import classes from './invite-card.module.css'

// Loaded with its library only when the code is shown.
const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }))

/** My link with its three ways to hand it on, and what happens then. */
export function InviteCard({ invitationUrl, rewards }: Pick<Friends, 'invitationUrl' | 'rewards'>) {
  const [isQrOpen, setIsQrOpen] = useState(false)
  const [isQrLoading, loadQr] = useTransition()
  const [mine, theirs] = [formatNumber(rewards.inviterPoints), formatNumber(rewards.friendPoints)]
  return (
    <Card className={classes.card}>
      <PointsPromise points={`+${mine}`}>{m.friends_promise({ mine, theirs })}</PointsPromise>
      <LinkBox
        url={invitationUrl}
        copy={m.friends_copy()}
        size="m"
        onCopied={() => analytics.track('link_copied', { link: 'friend_invitation' })}
      >
        <ShareButton
          url={invitationUrl}
          title={m.friends_share_title()}
          text={m.friends_message()}
          label={m.friends_share()}
          look="soft"
        />
        <Button look="soft" loading={isQrLoading} onClick={() => loadQr(() => setIsQrOpen(true))}>
          {m.friends_qr()}
        </Button>
      </LinkBox>
      <h2 className={classes.how}>{m.friends_steps_heading()}</h2>
      <Steps
        steps={[
          m.friends_step_send(),
          m.friends_step_join({ days: rewards.checkIns }),
          m.friends_step_paid({ mine, theirs }),
        ]}
      />
      <Part>{isQrOpen && <QrDialog text={invitationUrl} onClose={() => setIsQrOpen(false)} />}</Part>
    </Card>
  )
}
