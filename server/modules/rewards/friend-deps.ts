import type { ShareDeps } from './share-deps.ts'

/** What friend invitations need of other parts of the product; app.ts composes it. */
export interface FriendDeps extends ShareDeps {
  /** The keyed hash by which an e-mail address is known, however it is written (`left_address`). */
  hashAddress(email: string): Buffer
}
