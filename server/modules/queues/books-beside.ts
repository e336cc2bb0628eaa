import { earningsProof } from '#server/modules/conversions/public.ts'
import { redemptionsProof } from '#server/modules/redemptions/public.ts'
import { shopProof } from '#server/modules/shop/public.ts'
import type { Db } from '#server/platform/database.ts'
import {
  brokenPromises,
  inLongSnapshot,
  type BrokenPromise,
  type Proof,
} from '#server/platform/reconciliation.ts'

/** The proofs of the books beside the ledger's own, hourly too. Whoever asks of all books asks these. */
export const proofsBeside: readonly Proof[] = [earningsProof, redemptionsProof, shopProof]

/** What is broken of them, each read from a snapshot of its own, by what it is about: `shop.stock`. */
export async function brokenBeside(db: Db): Promise<BrokenPromise[]> {
  const broken: BrokenPromise[] = []
  for (const { about, promises } of proofsBeside) {
    const findings = await inLongSnapshot(db, async (tx) => await brokenPromises(tx, promises))
    broken.push(...findings.map((found) => ({ ...found, check: checkBeside(about, found) })))
  }
  return broken
}

/** What a check of a proof is called beside those of others. */
export function checkBeside(about: string, { check }: Pick<BrokenPromise, 'check'>): string {
  return `${about}.${check}`
}
