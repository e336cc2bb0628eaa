import { sql } from 'kysely'
import { isLeftAddress } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'

export interface AddressAward {
  program: string
  period: string
  /** Of the member's e-mail address as one mailbox (`left_address`). */
  addressHash: Buffer
  uid: string
}

/** The addresses under which a member had once-only awards: what the one they had then was, if they have another now. */
export async function awardedAddresses(db: Db, uid: string): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select distinct address_hash as hash from address_award where uid = ${uid}`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** Periods of a program that an address has had, under whatever account. */
export async function periodsOfAddress(db: Db, program: string, addressHash: Buffer): Promise<Set<string>> {
  const { rows } = await sql<{ period: string }>`
    select period from address_award where program = ${program} and address_hash = ${addressHash}`.execute(db)
  return new Set(rows.map(({ period }) => period))
}

/** How many addresses have had each period of a program; those of who left long ago are not among them. */
export async function addressesByPeriod(db: Db, program: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ period: string; count: number }>`
    select period, count(*)::int as count from address_award where program = ${program} group by period`.execute(
    db,
  )
  return new Map(rows.map(({ period, count }) => [period, count]))
}

/**
 * Claims a once-only award for an e-mail address. False where the address had it before, under any account, or belonged
 * to a member who left within twelve months: of them nothing but the address's hash is kept.
 */
export async function claimForAddress(
  tx: Tx,
  { program, period, addressHash, uid }: AddressAward,
): Promise<boolean> {
  if (await isLeftAddress(tx, addressHash)) return false
  const { numAffectedRows } = await sql`
    insert into address_award (program, period, address_hash, uid)
    values (${program}, ${period}, ${addressHash}, ${uid}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}
