import type { Utm } from '#contracts/shortlinks.schemas.ts'
import { domainToASCII } from 'node:url'
import { m } from '#messages'
import type { Tx } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { blockedHostOf } from './blocked-hosts.ts'
import { assertDestination } from './destination.ts'
import type { DeepLinkTerms, ShortlinkDeps } from './shortlink-deps.ts'
import type { ShortlinkFields } from './shortlink-queries.ts'
import { utmParameters } from './utm-parameters.ts'

/** What a member sends of a link; what is absent stays as it is, null clears it. */
export interface SentFields {
  destinationUrl?: string
  title?: string | null
  utm?: Utm | null
  defaultSub?: string | null
  expiresAt?: string | null
  fallbackUrl?: string | null
}

/**
 * What was sent, over what there is; throws `validation_failed` with the reason for people. `terms` bind a link of a
 * campaign to its hosts. An end that stays as it is may be past.
 */
export async function shortlinkFields(
  tx: Tx,
  sent: SentFields,
  { before, terms, now }: { before?: ShortlinkFields; terms?: DeepLinkTerms; now: Date },
  deps: ShortlinkDeps,
): Promise<ShortlinkFields> {
  const destinationUrl =
    sent.destinationUrl === undefined
      ? before!.destinationUrl
      : destinationOf(sent.destinationUrl, before, terms, deps)
  const expiresAt = sent.expiresAt ? new Date(sent.expiresAt) : null
  if (expiresAt && expiresAt <= now && expiresAt.getTime() !== before?.expiresAt?.getTime())
    throw refused('body.expiresAt', 'in_past', m.links_expires_in_past())
  const mergedField = <K extends keyof SentFields & keyof ShortlinkFields>(
    key: K,
    value: ShortlinkFields[K],
  ) => (sent[key] === undefined ? ((before?.[key] ?? null) as ShortlinkFields[K]) : value)
  const fields = {
    destinationUrl,
    title: mergedField('title', sent.title || null),
    utm: mergedField('utm', utmParameters(sent.utm)),
    defaultSub: mergedField('defaultSub', sent.defaultSub || null),
    expiresAt: mergedField('expiresAt', expiresAt),
    fallbackUrl: mergedField(
      'fallbackUrl',
      sent.fallbackUrl ? assertDestination(sent.fallbackUrl, deps, 'fallbackUrl') : null,
    ),
  }
  if (sent.destinationUrl !== undefined) await assertNotBlocked(tx, 'destinationUrl', fields.destinationUrl)
  if (sent.fallbackUrl) await assertNotBlocked(tx, 'fallbackUrl', fields.fallbackUrl!)
  return fields
}

async function assertNotBlocked(tx: Tx, field: string, url: string): Promise<void> {
  if (await blockedHostOf(tx, url))
    throw refused(`body.${field}`, 'blocked_host', m.links_destination_blocked())
}

function destinationOf(
  text: string,
  before: ShortlinkFields | undefined,
  terms: DeepLinkTerms | undefined,
  deps: ShortlinkDeps,
): string {
  const url = assertDestination(text, deps)
  if (!terms || url === before?.destinationUrl) return url
  const hosts = new Set(terms.allowedHosts.map((host) => domainToASCII(host)))
  if (hosts.has(new URL(url).hostname)) return url
  throw refused(
    'body.destinationUrl',
    'foreign_host',
    m.links_destination_foreign_host({ hosts: terms.allowedHosts.join(', ') }),
  )
}

function refused(path: string, code: string, message: string): Problem {
  return problem('validation_failed', { members: { issues: [{ path, code, message }] } })
}
