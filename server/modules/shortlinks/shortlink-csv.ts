import { Readable } from 'node:stream'
import { utmNames } from '#contracts/shortlinks.constants.ts'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { listShortlinks, type ShortlinkQuery } from './list-shortlinks.ts'
import type { ShortlinkViewDeps } from './shortlink-view.ts'

/** The columns that a file of new links may have too, by the same names. */
export const writtenColumns = [
  'destinationUrl',
  'code',
  'title',
  ...utmNames.map((name) => `utm_${name}` as const),
  'defaultSub',
  'expiresAt',
  'fallbackUrl',
  'campaignId',
] as const

const columns = [...writtenColumns, 'url', 'kind', 'state', 'createdAt', 'clicks', 'countableClicks', 'id']

/** Links read at once while the file is written: memory stays the same however many there are. */
const batch = 500

/** A member's links as a CSV file (RFC 4180), newest first, written while they are read. */
export function shortlinkCsv(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  filter: Pick<ShortlinkQuery, 'kind' | 'q'>,
  deps: ShortlinkViewDeps,
): Readable {
  return Readable.from(lines(db, actor, filter, deps))
}

async function* lines(...[db, actor, filter, deps]: Parameters<typeof shortlinkCsv>) {
  yield csvLine(columns)
  let cursor: string | undefined
  do {
    const page = await listShortlinks(db, actor, { ...filter, limit: batch, cursor }, deps)
    yield page.items.map(line).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function line(link: Shortlink): string {
  const { destinationUrl, code, title, utm, defaultSub, expiresAt, fallbackUrl, campaign, clicks } = link
  return csvLine([
    destinationUrl,
    code,
    title,
    ...utmNames.map((name) => utm?.[name] ?? null),
    defaultSub,
    expiresAt,
    fallbackUrl,
    campaign?.id ?? null,
    link.url,
    link.kind,
    link.state,
    link.createdAt,
    clicks.total,
    clicks.countable,
    link.id,
  ])
}
