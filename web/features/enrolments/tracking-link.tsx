import { m } from '#messages'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { LinkBox } from '#web/ui/rare/link-box.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'

/** A tracking link with its two buttons: copy it, or hand it to the system's share sheet. */
export function TrackingLink({
  url,
  name,
  text,
  look = 'gold',
}: {
  url: string
  /** What buyers read: brand and product. */
  name: string
  /** What is shared with it, its disclosure included. */
  text: string | undefined
  look?: 'gold' | 'soft'
}) {
  return (
    <LinkBox
      url={url}
      copy={m.my_campaigns_copy_link()}
      look={look}
      onCopied={() => analytics.track('link_copied', { link: 'tracking_link' })}
      data-tracking-link
    >
      <ShareButton url={url} title={name} text={text} label={m.my_campaigns_share()} look="soft" size="s" />
    </LinkBox>
  )
}
