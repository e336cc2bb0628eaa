import { m } from '#messages'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import classes from './captions.module.css'

/** What to post: words for buyers with their disclosure, each to be copied together with the link. */
export function Captions({ captions, url }: { captions: readonly string[]; url: string }) {
  return (
    <ul className={classes.list}>
      {captions.map((caption, at) => (
        <li key={caption} className={classes.caption}>
          <p id={`caption-${at}`} dir="auto">
            {caption}
          </p>
          <CopyButton
            text={`${caption} ${url}`}
            label={m.my_campaigns_copy_caption()}
            describedBy={`caption-${at}`}
            onCopied={() => analytics.track('link_copied', { link: 'tracking_link' })}
          />
        </li>
      ))}
    </ul>
  )
}
