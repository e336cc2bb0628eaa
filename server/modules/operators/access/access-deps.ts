import type { Countries } from '#server/platform/country.ts'
import type { Db } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Secret } from '#server/platform/secret.ts'

/** What signing operators in works with. */
export interface OperatorAccessDeps {
  db: Db
  secret: Secret
  mailer: Mailer
  countries: Countries
  publicOrigin: string
  /** Enqueues a job in the caller's transaction. */
  enqueue: Jobs['add']
  sessionRules: OperatorSessionRules
}

/** How long sessions of the console last. */
export interface OperatorSessionRules {
  /** Minutes in which no person asked anything. */
  idleMinutes: number
  /** Hours from sign-in, however much it is used. */
  lifetimeHours: number
}
