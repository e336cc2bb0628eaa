import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { isRepetition } from './payout-mismatches.ts'

/** A payment of a payout run of which another attempt was paid as well. */
interface PaidTwice {
  attempt: number
  /** What its provider or bank calls that payment. */
  reference: string
  /** The day of it, `YYYY-MM-DD`; null where its report names none. */
  paidOn: string | null
}

/** The attempt that counts, and another one that a person said the member keeps, as its report has it. */
export interface KeptBeside {
  counted: number
  kept: number
  reference: string
  paidOn: string | null
}

/**
 * Records, once, that another attempt of a locked redemption was paid too: a person settles it. Its day is that of its
 * report, else the one on which it was said. Said again after it was settled it waits again as any mismatch does
 * (`recordMismatch`). Answers whether it waits now.
 */
export async function recordPaidTwice(
  tx: Tx,
  redemptionId: string,
  { attempt, reference, paidOn }: PaidTwice,
): Promise<boolean> {
  await sql`
    insert into payout_mismatch (redemption_id, said, detail, attempt, paid_on)
    select ${redemptionId}, 'twice', ${reference}, ${attempt},
      coalesce(${paidOn}::date, (crels_now() at time zone 'UTC')::date)
    where not exists (
      select from payout_mismatch x where x.redemption_id = ${redemptionId} and x.said = 'twice' and x.attempt = ${attempt}
        and (x.settled_at is null or (x.detail = ${reference} and ${isRepetition(paidOn)})))
    on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from payout_mismatch
    where redemption_id = ${redemptionId} and said = 'twice' and attempt = ${attempt} and settled_at is null`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether another attempt of a redemption was ever said to be paid as well, settled or not. */
export async function wasPaidTwice(tx: Tx, redemptionId: string, attempt: number): Promise<boolean> {
  const { rows } = await sql`
    select from payout_mismatch
    where redemption_id = ${redemptionId} and said = 'twice' and attempt = ${attempt} limit 1`.execute(tx)
  return rows.length > 0
}

/** In a query: whether another attempt of the redemption of this id was paid, and nobody has settled that. */
export const isPaidTwice = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from payout_mismatch x where x.redemption_id = ${id} and x.said = 'twice' and x.settled_at is null)`

/** What nobody has settled of a redemption that was paid twice, by its attempts. */
export async function openPaidTwice(db: Db, redemptionId: string): Promise<PaidTwice | undefined> {
  const { rows } = await sql<PaidTwice>`
    select attempt, detail as reference, paid_on::text as "paidOn" from payout_mismatch
    where redemption_id = ${redemptionId} and said = 'twice' and settled_at is null order by attempt limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Refuses that a payment is made again, given up or posted back while it may have been made twice. Throws `conflict`. */
export async function requireNotPaidTwice(tx: Tx, redemptionId: string): Promise<void> {
  const open = await openPaidTwice(tx, redemptionId)
  if (open)
    throw problem('conflict', {
      detail: `Attempt ${open.attempt} of this payment was paid as well: settle that under Redemptions first.`,
    })
}

/**
 * Which payment a member has where the one that is counted came back: another attempt that a person said they keep. One that
 * came back since is none: it was counted once, and the next that was kept is settled later than it. The first of several.
 */
export async function keptBeside(db: Db, redemptionId: string): Promise<KeptBeside | undefined> {
  const { rows } = await sql<KeptBeside>`
    with settled as (
      select distinct on (attempt) attempt, detail, paid_on, settled_at, settled_as from payout_mismatch
      where redemption_id = ${redemptionId} and said = 'twice' order by attempt, said_at desc
    )
    select c.counted, k.attempt as kept, k.detail as reference, k.paid_on::text as "paidOn"
    from (select coalesce(paid_attempt, attempt) as counted from payout
          where redemption_id = ${redemptionId} and state <> 'left_out') c
      join settled k on k.attempt <> c.counted and k.settled_as = 'kept'
    where not exists (select from settled s
                      where s.attempt = c.counted and s.settled_as = 'kept' and s.settled_at >= k.settled_at)
    order by k.settled_at limit 1`.execute(db)
  return rows[0]
}

/** What is known of a payment beside its state, by which a proposal to post it back holds or not. */
interface SettledPayment {
  /** Which attempt the redemption was paid with where that is not the last one of its run, else null. */
  attempt: number | null
  /** How many times it was settled that the member keeps an attempt. */
  kept: number
  /** How many reports that it came back were settled. */
  cameBack: number
}

export async function settledPayment(db: Db, redemptionId: string): Promise<SettledPayment> {
  const { rows } = await sql<SettledPayment>`
    select (select paid_attempt from payout
            where redemption_id = ${redemptionId} and state <> 'left_out' and paid_attempt <> attempt) as attempt,
      (count(*) filter (where said = 'twice' and settled_as = 'kept'))::int as kept,
      (count(*) filter (where said = 'failed' and settled_at is not null))::int as "cameBack"
    from payout_mismatch where redemption_id = ${redemptionId}`.execute(db)
  return rows[0]!
}

/** Refuses that the crels of a paid redemption go back while its member keeps another attempt of it. Throws `conflict`. */
export async function requireNotKept(tx: Tx, redemptionId: string): Promise<void> {
  const both = await keptBeside(tx, redemptionId)
  if (both)
    throw problem('conflict', {
      detail: `The member keeps attempt ${both.kept} of this payment, as was settled, so its crels stay paid. Import a report that says that attempt ${both.counted} came back, and attempt ${both.kept} is the payment from then on.`,
    })
}

/** What nobody has settled of a payment of a run. */
interface Unsettled {
  redemptionId: string
  /** Of who has left, none. */
  name: string | null
  usdCents: number
  /** What a report says: it was made twice (`twice`), paid after its crels had gone back (`paid`), or came back (`failed`). */
  said: 'twice' | 'paid' | 'failed'
  /** Which attempt that was; null of one that came back, and of what a version before wrote down. */
  attempt: number | null
}

/** What reports say of the payments of a payout run and nobody has settled: payments made twice first, then in their order. */
export async function unsettledIn(db: Db, runId: string): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select x.redemption_id as "redemptionId", coalesce(m.full_name, m.display_name, m.email) as name,
      p.usd_cents as "usdCents", x.said, x.attempt
    from payout_mismatch x join payout p on p.redemption_id = x.redemption_id and p.state <> 'left_out'
      join redemption r on r.id = x.redemption_id left join member m on m.uid = r.uid
    where x.settled_at is null and p.run_id = ${runId}
    order by x.said desc, p.place, x.attempt`.execute(db)
  return rows
}
