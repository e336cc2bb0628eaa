import type { Db } from '#server/platform/database.ts'
import type { ShareDeps } from './share-deps.ts'

/** What friend invitations need of other parts of the product; app.ts composes it. */
export interface FriendDeps extends ShareDeps {
  /** The keyed hash by which an e-mail address is known, however it is written (`left_address`). */
  hashAddress(email: string): Buffer
  /** On how many dates a member has checked in. */
  checkInDates(db: Db, subject: string): Promise<number>
  /** Whether two members are, or were, paid to the same place. */
  shareDestination(db: Db, one: string, other: string): Promise<boolean>
}
