import type { PasswordRules } from '#rules/password-policy.ts'
import type { Countries } from '#server/platform/country.ts'
import type { Db } from '#server/platform/database.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { PersonCheck } from './captcha/person-check.ts'
import type { Suspicion } from './captcha/suspicion.ts'
import type { Engine } from './engine.ts'
import type { IdentityDb } from './identity-queries.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { SocialProvider } from './social/social-providers.ts'
import type { SessionRules } from './session-secret.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What the module's use cases work with. */
export interface IdentityDeps {
  /** The provider's own connection. */
  identityDb: IdentityDb
  /** The product's, for a member's standing. */
  db: Db
  engine: Engine
  keys: SigningKeys
  sessionRules: SessionRules
  hasher: PasswordHasher
  mailer: Mailer
  enqueue: Jobs['add']
  countries: Countries
  secret: Secret
  passwordRules: PasswordRules
  refuseDisposableEmail: boolean
  /** Mails a network may ask for in a day; null where requests are not limited. */
  mailsPerNetwork: number | null
  /** Null where the operator wants none. */
  personCheck: PersonCheck | null
  suspicion: Suspicion
  /** With whose accounts people may sign in. */
  providers: SocialProvider[]
  publicOrigin: string
  /** Says, after the fact is committed, that what anyone knows of an account may be old. */
  accountChanged(uid: string): Promise<void>
}
