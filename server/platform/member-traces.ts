import type { Tx } from './database.ts'

/** A member who leaves, as the modules know them. */
export interface Leaver {
  uid: string
  /** The identity provider, and the name by which it knows them. */
  iss: string
  sub: string
  /** Their name in the ledger, which stays and then names nobody. */
  subject: string
  /** Null for one who never called the product. */
  shortId: string | null
  /** Every e-mail address they are known by here. */
  addresses: string[]
}

/** What a part of the product does when a member leaves; composed in server/leaving.ts. */
export interface MemberTraces {
  /** Names the step in what is recorded of a deletion. */
  name: string
  /** What must be so the moment the deletion is confirmed, in that transaction. */
  leave?(tx: Tx, leaver: Leaver): Promise<void>
  /**
   * Erases what the part holds of the member. Killed anywhere it is run again from its beginning, and run once more
   * some minutes later, for what was being written meanwhile.
   */
  erase(leaver: Leaver): Promise<void>
}
