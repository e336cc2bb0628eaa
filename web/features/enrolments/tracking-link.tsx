import { m } from '#messages'
import { LinkBox } from '#web/ui/link-box.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'

/** A tracking link with its two buttons: copy it, or hand it to the system's share sheet. */
export function TrackingLink({
  url,
  title,
  brandName,
  look = 'primary',
}: {
  url: string
  title: string
  brandName: string
  look?: 'primary' | 'soft'
}) {
  return (
    <LinkBox url={url} copy={m.my_campaigns_copy_link()} look={look} data-tracking-link>
      <ShareButton
        url={url}
        title={m.my_campaigns_share_title({ title, brand: brandName })}
        text={m.my_campaigns_share_text({ title, brand: brandName })}
        label={m.my_campaigns_share()}
        look="soft"
        size="s"
      />
    </LinkBox>
  )
}
