import { useId } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
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
  const { url, clicks, destinationUrl } = link
  const waiting = isWaiting(link)
  return (
    <Row className={classes.row} aria-busy={waiting || undefined}>
      <div className={classes.text}>
        <p className={classes.name}>
          {waiting ? (
            <b>{nameOf(link)}</b>
          ) : (
            <Link to={withQuery(paths.shortlinks, { link: link.id })}>{nameOf(link)}</Link>
          )}
          <LinkPills link={link} />
        </p>
        <p id={id} className={classes.short}>
          {waiting ? m.shortlinks_waiting() : withoutScheme(url)}
        </p>
        <p className={classes.destination}>{withoutScheme(destinationUrl)}</p>
      </div>
      <div className={classes.side}>
        <p className={classes.clicks}>
          <b>{formatNumber(clicks.countable)}</b> {m.shortlinks_clicks({ count: clicks.countable })}
        </p>
        {!waiting && link.state === 'active' && <CopyButton text={url} describedBy={id} />}
      </div>
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
