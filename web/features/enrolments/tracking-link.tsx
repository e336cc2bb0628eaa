import { useId } from 'react'
import { m } from '#messages'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import classes from './tracking-link.module.css'

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
  const id = useId()
  return (
    <div className={classes.link}>
      <p id={id} className={classes.url} data-tracking-link>
        {url.replace(/^https?:\/\//, '')}
      </p>
      <div className={classes.buttons}>
        <CopyButton text={url} label={m.my_campaigns_copy_link()} look={look} describedBy={id} full />
        <ShareButton
          url={url}
          title={m.my_campaigns_share_title({ title, brand: brandName })}
          text={m.my_campaigns_share_text({ title, brand: brandName })}
          label={m.my_campaigns_share()}
          look="soft"
          size="s"
        />
      </div>
    </div>
  )
}
