import type { IdentityStrangers } from '#server/modules/identity/public.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'

/** What the module works with besides the database. */
export interface SupportDeps {
  files: Files
  mailer: Pick<Mailer, 'send'>
  publicOrigin: string
  /** Where the operator is mailed what was asked; null leaves it to the queue. */
  supportEmail: string | null
  /** Whether requests are limited. */
  rateLimit: boolean
  strangers: IdentityStrangers
}
