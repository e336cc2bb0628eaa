import { CLICK_REASONS, type ClickReason } from '#rules/click-verdict.ts'
import { clickTime, dayOf } from './click-id.ts'
import type { Device } from './user-agent.ts'

/** A click as the spool keeps it; its id contains the time. */
export interface SpooledClick {
  clickId: string
  linkId: string
  /** 16 bytes in hexadecimal. */
  visitor: string
  /** Null when it counts. */
  reason: ClickReason | null
  /** ISO 3166-1 alpha-2; null where it is not known, or the visitor asked not to be tracked. */
  country: string | null
  device: Device
  /** Host name only, as `referrerHost` reads it. */
  referrerHost: string | null
  /** As `subId` reads it. */
  subId: string | null
  /** As `networkCode` writes it; none where nothing depends on it, and of visits of the past. */
  network?: string | null
}

/** The columns of a line, as `copy` takes them. */
export const lineColumns = 'id, link_id, visitor, reason, country, device, referrer_host, sub_id, network'

const line = new RegExp(
  String.raw`clk_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}\tlnk_[0-9a-f]{32}\t[0-9a-f]{32}\t(?:\\N|${CLICK_REASONS.join('|')})` +
    String.raw`\t(?:\\N|[A-Z]{2})\t(?:phone|tablet|desktop|other)\t(?:\\N|[a-z0-9.-]{1,253})\t(?:\\N|[A-Za-z0-9._:~-]{1,100})(?:\t(?:\\N|[hmo][0-9a-f]{32}))?\n`,
  'y',
)

/** The end of the days for which the database makes partitions (`click_day`): no click is later. */
export const clicksEnd = new Date(Date.UTC(2150, 0, 1))
const dayMin = dayOf(Date.UTC(2020, 0, 1))
const dayMax = dayOf(clicksEnd.getTime() - 1)

/**
 * One line of a spool file, in the text form of `copy`: tabs between, `\N` for null, a line feed at the end. No value
 * has a character that would need an escape.
 */
export function clickLine(click: SpooledClick): string {
  return `${click.clickId}\t${click.linkId}\t${click.visitor}\t${click.reason ?? '\\N'}\t${click.country ?? '\\N'}\t${click.device}\t${click.referrerHost ?? '\\N'}\t${click.subId ?? '\\N'}\t${click.network ?? '\\N'}\n`
}

/** Lines of files from before there was a network, with an empty one. */
export function withNetworkColumn(text: string): string {
  // A file is one process's, so its first line says which.
  if (text.slice(0, text.indexOf('\n')).split('\t').length > 8) return text
  return text.replace(/^(?:[^\t\n]*\t){7}[^\t\n]*(?=\n)/gm, '$&\t\\N')
}

/**
 * The UTC day of each line of a text, when all of it is lines as `clickLine` writes them; null otherwise, since a disk
 * may give back anything.
 */
export function daysOfLines(text: string): number[] | null {
  const days: number[] = []
  line.lastIndex = 0
  for (let at = 0; at < text.length; at = line.lastIndex) {
    if (!line.test(text)) return null
    const day = dayOf(clickTime(text.slice(at, at + 16)))
    if (day < dayMin || day > dayMax) return null
    days.push(day)
  }
  return days
}

/** The host of a Referer header, lower case, or null: the rest of the address is not stored. */
export function referrerHost(header: string | undefined): string | null {
  if (!header) return null
  return /^https?:\/\/([a-z0-9.-]{1,253})(?:[:/?#]|$)/i.exec(header)?.[1]?.toLowerCase() ?? null
}

/** What `?sub=` says, 1 to 100 of `A-Z a-z 0-9 . _ : ~ -`; anything else counts as nothing, never as another value. */
export function subId(requestUrl: string): string | null {
  const query = requestUrl.indexOf('?')
  if (query < 0) return null
  const raw = /[?&]sub=([^&#]{1,300})(?:[&#]|$)/.exec(requestUrl.slice(query))?.[1]
  if (!raw) return null
  const text = raw.includes('%') ? decoded(raw) : raw
  return text !== null && /^[A-Za-z0-9._:~-]{1,100}$/.test(text) ? text : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
