import type { Watched } from '#rules/alerts.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'

/** What alerts work with. */
export interface AlertDeps {
  db: Db
  mailer: Mailer
  enqueue: Jobs['add']
  publicOrigin: string
  /** Who is mailed; empty mails the owners. */
  emails: string[]
  webhookUrl: string | null
  hoursOf: Record<string, number>
  /** What waits, and what jobs last found; handed over, since alerts read no other module's tables. */
  watch(db: Db): Promise<Watched>
}
