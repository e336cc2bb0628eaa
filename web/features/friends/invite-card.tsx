import { lazy, Suspense, useId, useState } from 'react'
import { m } from '#messages'
import type { Friends } from '#contracts/friends.responses.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ShareButton } from '../../ui/share-button.tsx'
import { Steps } from '../../ui/steps.tsx'
import classes from './invite-card.module.css'

// With its library, only for whoever shows somebody the code.
const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }))

/** My link with its three ways to hand it on, and what happens then. */
export function InviteCard({ invitationUrl, rewards }: Pick<Friends, 'invitationUrl' | 'rewards'>) {
  const [isQrOpen, setIsQrOpen] = useState(false)
  const id = useId()
  const [mine, theirs] = [formatNumber(rewards.inviterPoints), formatNumber(rewards.friendPoints)]
  return (
    <Card className={classes.card}>
      <p className={classes.promise}>
        <b className={classes.points}>+{mine}</b>
        <span>{m.friends_promise({ theirs })}</span>
      </p>
      <p id={id} className={classes.url}>
        {invitationUrl.replace(/^https?:\/\//, '')}
      </p>
      <div className={classes.buttons}>
        <CopyButton
          text={invitationUrl}
          label={m.friends_copy()}
          look="primary"
          size="m"
          describedBy={id}
          full
        />
        <ShareButton
          url={invitationUrl}
          title={m.friends_share_title()}
          text={m.friends_message()}
          label={m.friends_share()}
          look="soft"
        />
        <Button look="soft" onClick={() => setIsQrOpen(true)}>
          {m.friends_qr()}
        </Button>
      </div>
      <h2 className={classes.how}>{m.friends_steps_heading()}</h2>
      <Steps
        steps={[
          m.friends_step_send(),
          m.friends_step_join({ days: rewards.checkIns }),
          m.friends_step_paid({ mine, theirs }),
        ]}
      />
      <Suspense fallback={null}>
        {isQrOpen && <QrDialog text={invitationUrl} onClose={() => setIsQrOpen(false)} />}
      </Suspense>
    </Card>
  )
}
