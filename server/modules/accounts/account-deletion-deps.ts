import type { Countries } from '#server/platform/country.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { TombstoneFile } from './tombstone-file.ts'

/** What a deletion works with; server/account-deletion.ts composes it. */
export interface AccountDeletionDeps {
  db: Db
  secret: Secret
  mailer: Mailer
  publicOrigin: string
  enqueue: Jobs['add']
  tombstones: TombstoneFile
  countries: Countries
  /** Every part that knows members, in the order of erasing. */
  parts: MemberErasure[]
  /** What keeps the member for now, and until when if that is known; null when nothing does. */
  blockedBy(db: Db, actor: Pick<MemberActor, 'uid' | 'party'>): Promise<DeletionBlock | null>
  /** The member's redemptions under way, as one; null where none is. */
  redemptionUnderWay(
    db: Db,
    party: string,
  ): Promise<{ isCancellable: boolean; typicalBy: Date | null } | null>
  /** Throws `requires_recent_login`. */
  requireRecentProof(actor: Pick<MemberActor, 'sessionId' | 'signedInAt'>): Promise<void>
  /** Ends every session, here at once. */
  endSessions(uid: string): Promise<void>
  /** Every address the identity provider knows the person by, and which of them they proved. */
  addressesOf(uid: string): Promise<{ addresses: string[]; proved: string[] }>
  /** Accounts of the provider behind tombstones, in hexadecimal, whether or not they are members. */
  accountsUnder(hashes: string[]): Promise<string[]>
  /** Runs `act` while a mailed "not me" is proof; null where the provider mails none. */
  whileDisowned: (<T>(token: string, act: (account: DisownedAccount) => Promise<T>) => Promise<T>) | null
  /** What the member has to lose. */
  belongings(db: Db, actor: Pick<MemberActor, 'uid' | 'party'>): Promise<Belongings>
}

/** An account whose address was never verified. */
export type DisownedAccount = { uid: string; email: string; name: string; image: string | null }

/** What has to end before a member can leave, and until when it lasts if that is known. */
export interface DeletionBlock {
  by: 'redemption' | 'email_change'
  until: Date | null
}

export interface Belongings {
  crels: { available: number; pending: number; reserved: number; debt: number }
  points: number
  /** Campaigns they are in or applied to. */
  campaigns: number
  /** Short links that work. */
  links: number
  /** Orders that wait to be sent, and those whose codes can still be looked at. */
  orders: { placed: number; withCodes: number }
  /** The last day (`YYYY-MM-DD`) on which their tax form is kept; null where none is. */
  taxFormKeptUntil: string | null
}
