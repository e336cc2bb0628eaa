import { useId } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { BrandLogo } from '#web/ui/brand-logo.tsx'
import { campaignLabel } from '#web/ui/campaign-name.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { firstLetter } from '#rules/seed.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { LinkPills } from './link-pills.tsx'
import { isWaiting } from './queries.ts'
import classes from './shortlinks.module.css'

/** My links, each with where it leads, how often it was visited, and its copy at hand. */
export function LinkList({ links }: { links: Shortlink[] }) {
  return (
    <Card>
      <Rows>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </Rows>
    </Card>
  )
}

function LinkRow({ link }: { link: Shortlink }) {
  const id = useId()
  const { url, code, title, clicks, destinationUrl, campaign, host } = link
  const path = `/s/${code}`
  const uncounted = clicks.total - clicks.countable
  const waiting = isWaiting(link)
  return (
    <Row className={classes.row} aria-busy={waiting || undefined}>
      {campaign ? (
        <BrandLogo brand={campaign.brand} />
      ) : (
        <span className={classes.tile} aria-hidden="true">
          {firstLetter(host.name.replace(/^www\./, ''))}
        </span>
      )}
      <div className={classes.text}>
        <p className={classes.name}>
          {waiting ? (
            <b>{m.shortlinks_waiting()}</b>
          ) : (
            <Link id={id} to={withQuery(paths.shortlinks, { link: link.id })}>
              {path}
            </Link>
          )}
          <LinkPills link={link} />
        </p>
        {title !== null && (
          <p className={classes.title}>
            <bdi>{title}</bdi>
          </p>
        )}
        <p className={classes.destination}>
          {campaign ? campaignLabel(campaign) : withoutScheme(destinationUrl)}
        </p>
        <p className={classes.clicks}>
          {m.shortlinks_clicks({ count: clicks.countable, amount: formatNumber(clicks.countable) })}
          {uncounted > 0 && `\u00a0· ${m.shortlinks_not_counted({ amount: formatNumber(uncounted) })}`}
        </p>
      </div>
      {!waiting && link.state === 'active' && (
        <CopyButton
          text={url}
          isNarrow
          describedBy={id}
          onCopied={() => analytics.track('link_copied', { link: 'short_link' })}
        />
      )}
    </Row>
  )
}

/** What a link is called: its title, else the campaign's, else the host it leads to. */
export function nameOf({ title, campaign, host, destinationUrl }: Shortlink): string {
  return title ?? campaign?.title ?? (host.name || withoutScheme(destinationUrl))
}

/** What strangers read of a link: its title, else what buyers call the campaign, else the host it leads to. */
export function publicNameOf({ title, campaign, host, destinationUrl }: Shortlink): string {
  return title ?? campaign?.publicName ?? (host.name || withoutScheme(destinationUrl))
}

/** An address as it is read: without its `https://`. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
