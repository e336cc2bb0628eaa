import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Secret } from '#server/platform/secret.ts'
import { operate, type OperatorActor } from './operate.ts'

const job: OperatorActor = { via: 'job', source: 'check-audit-log' }

/**
 * Takes the reasons about members that versions before wrote in clear out of their entries; each is sealed in an entry that
 * is added, with the hash of the former one, which stays, and what the rest of it comes to: the chain proves both. Of a
 * member who has left it is gone. Answers how many.
 */
export async function sealOldReasons(db: Db, secret: Pick<Secret, 'seal' | 'open'>): Promise<number> {
  for (let sealed = 0; ; sealed += 1)
    if (!(await db.transaction().execute(async (tx) => await sealOne(tx, secret)))) return sealed
}

async function sealOne(tx: Tx, secret: Pick<Secret, 'seal' | 'open'>): Promise<boolean> {
  // The product's role locks no entry: another process does the next one.
  await sql`select pg_advisory_xact_lock(hashtextextended('seal old reasons', 0))`.execute(tx)
  const { rows } = await sql<{ id: string; reason: string; uid: string | null; hash: string; rest: string }>`
    select e.id, e.reason, k.uid, encode(e.hash, 'hex') as hash, encode(audit_hash(
      jsonb_populate_record(null::audit_entry, to_jsonb(e) - 'reason'), e.seq, e.previous_hash), 'hex') as rest
    from audit_entry e left join audit_member_key k on k.id = e.member_key
    where e.member_key is not null and e.reason is not null and e.seq is not null limit 1`.execute(tx)
  const entry = rows[0]
  if (!entry) return false
  const { id, reason, uid, hash, rest } = entry
  await operate(tx, job, {
    action: 'audit.seal-reason',
    target: id,
    after: { hash, rest },
    member: uid === null ? undefined : { uid, personal: { reason }, secret },
  })
  await sql`select audit_empty_reason(${id})`.execute(tx)
  return true
}
