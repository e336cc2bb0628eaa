import { lazy, useId, useState } from 'react'
import { m } from '#messages'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Coin, PointsCoin } from '#web/ui/common/coin.tsx'
import { formatSigned } from '#web/ui/common/format.ts'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Part } from '#web/ui/part.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Captions } from './captions.tsx'
import classes from './joined-sheet.module.css'

// Loaded with its library only when the code is shown.
const QrImage = lazy(async () => ({ default: (await import('#web/ui/rare/qr-image.tsx')).QrImage }))

/** What a new member of a campaign takes away: the bonus, the link, and every way to hand it on. */
export function JoinedSheet({
  url,
  name,
  captions,
  bonus,
  onClose,
}: {
  url: string
  /** What buyers read: brand and product. */
  name: string
  captions: readonly string[]
  /** Points that joining paid; 0: none. */
  bonus: number
  onClose: () => void
}) {
  const [shown, setShown] = useState<'qr' | 'captions' | null>(null)
  const address = useId()
  const more = useId()
  const shortened = url.replace(/^https?:\/\//, '')
  const toggle = (part: 'qr' | 'captions', label: string) => (
    <Button
      look="soft"
      size="s"
      aria-expanded={shown === part}
      aria-controls={more}
      onClick={() => setShown(shown === part ? null : part)}
    >
      {label}
    </Button>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      isCentred
      heading={
        <span className={classes.heading}>
          {bonus > 0 ? (
            <PointsCoin size={64} className={classes.coin} />
          ) : (
            <Coin size={64} className={classes.coin} />
          )}
          {bonus > 0
            ? m.my_campaigns_in_with_bonus({ points: formatSigned(bonus) })
            : m.my_campaigns_joined_heading()}
        </span>
      }
    >
      <p className={classes.hint}>{m.my_campaigns_in_hint()}</p>
      <p id={address} className={classes.url} data-tracking-link>
        <bdi>{shortened}</bdi>
      </p>
      <CopyButton
        text={url}
        label={m.my_campaigns_copy_link()}
        look="gold"
        size="m"
        full
        takesFocus
        onCopied={() => analytics.track('link_copied', { link: 'tracking_link' })}
        describedBy={address}
      />
      <div className={classes.buttons}>
        <ShareButton
          url={url}
          title={name}
          text={captions[0]}
          label={m.my_campaigns_share()}
          look="soft"
          size="s"
        />
        {toggle('qr', m.my_campaigns_qr())}
        {toggle('captions', m.my_campaigns_captions())}
      </div>
      <div id={more} className={classes.more}>
        {shown === 'qr' && (
          <Part fallback={<Skeleton height={280} />}>
            <QrImage text={url} alt={m.my_campaigns_qr_alt({ url: shortened })} />
          </Part>
        )}
        {shown === 'captions' && <Captions captions={captions} url={url} />}
      </div>
      <Button look="plain" full onClick={onClose}>
        {m.my_campaigns_in_done()}
      </Button>
    </Dialog>
  )
}
