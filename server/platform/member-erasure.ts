import type { Tx } from './database.ts'

/** A member who deleted their account, as the modules know them. */
export interface DeletedMember {
  uid: string
  /** The identity provider, and the name by which it knows them. */
  iss: string
  sub: string
  /** Their pseudonym in the ledger, which stays. */
  party: string
  /** Null for one who never called the product. */
  shortId: string | null
  /** Every e-mail address they are known by here. */
  addresses: string[]
  /** Of these, small letters, the ones that they proved: another's may have been typed. */
  provedAddresses: string[]
  /** When they left, in wall time: what was written from their addresses since is not of that account. */
  leftAt: Date
}

/** One who leaves this moment, before it is known what they proved. */
export type LeavingMember = Omit<DeletedMember, 'provedAddresses' | 'leftAt'>

/** What a part of the product does when a member deletes their account; server/account-deletion.ts has the order. */
export interface MemberErasure {
  /** Names the step in what is recorded of a deletion. */
  name: string
  /** What must be so the moment the deletion is confirmed, in that transaction. */
  onConfirmed?(tx: Tx, member: LeavingMember): Promise<void>
  /**
   * Erases what the part holds of the member. Killed anywhere it is run again from its beginning, and run once more
   * some minutes later, for what was being written meanwhile.
   */
  erase(member: DeletedMember): Promise<void>
}
