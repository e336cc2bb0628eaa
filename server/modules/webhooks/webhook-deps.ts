import type { Logger } from 'pino'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Secret } from '#server/platform/secret.ts'

/** What webhooks work with; server/module-parts.ts composes it. */
export interface WebhookDeps {
  secret: Pick<Secret, 'seal' | 'open'>
  mailer: Pick<Mailer, 'send'>
  log: Logger
  publicOrigin: string
  /** Development and tests: this machine may be an endpoint, also by http. */
  allowLocalDestinations: boolean
}
