import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import type { Secret } from '#server/platform/secret.ts'
import { openPushKeys, type PushKeys } from './push-keys.ts'

/** What web push works with. */
export interface PushDeps {
  log: Logger
  keys: PushKeys
  /** Whom a push service may write to about our messages (RFC 8292, section 2.1): `https:` or `mailto:`. */
  contact: string
  publicOrigin: string
  /** Sessions are kept here, so a subscription can be held to one. */
  hasOwnSessions: boolean
  /** Development and tests: this machine may be a push service, also by http. */
  allowLocalDestinations: boolean
}

/** Opens it on the platform. */
export function openPush({
  config,
  db,
  secret,
  log,
}: {
  config: Config
  db: Db
  secret: Secret
  log: Logger
}): PushDeps {
  const { publicOrigin, mailFrom, identity, allowLocalDestinations } = config
  return {
    log,
    keys: openPushKeys(db, secret, log),
    // Push services refuse contacts on this machine.
    contact: publicOrigin.startsWith('https:') ? publicOrigin : `mailto:${addressOf(mailFrom)}`,
    publicOrigin,
    hasOwnSessions: identity.provider === 'embedded',
    allowLocalDestinations,
  }
}

function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from
}
