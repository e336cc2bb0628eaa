import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export type EarningState = 'pending' | 'under_review' | 'available' | 'reversed'

/** How an earning was computed: the share and the rate are null for a fixed amount. */
export interface EarningBasis {
  saleUsdCents: number | null
  /** Basis points of the sale. */
  bps: number | null
  usdToCrels: string | null
  /** How many clicks, and thousandths of a crel for each; absent for leads and sales. */
  clicks?: number | null
  clickMillicrels?: number | null
}

export interface NewEarning {
  id: string
  /** Null for clicks. */
  conversionId: string | null
  uid: string
  party: string
  campaignId: string
  enrolmentId: string
  type: 'click' | 'lead' | 'sale'
  crels: number
  state: 'pending' | 'under_review'
  reason: string | null
  basis: EarningBasis
  holdId: string | null
  occurredAt: Date
  createdAt: Date
  unlocksAt: Date
}

/** Records an earning; its crels are posted or reserved in the same transaction. */
export async function insertEarning(tx: Tx, earning: NewEarning): Promise<void> {
  const { basis } = earning
  await sql`
    insert into earning (id, conversion_id, uid, party, campaign_id, enrolment_id, type, crels, state, reason,
                         sale_usd_cents, bps, usd_to_crels, clicks, click_millicrels, hold_id, occurred_at, created_at, unlocks_at)
    values (${earning.id}, ${earning.conversionId}, ${earning.uid}, ${earning.party}, ${earning.campaignId},
            ${earning.enrolmentId}, ${earning.type}, ${earning.crels}, ${earning.state}, ${earning.reason},
            ${basis.saleUsdCents}, ${basis.bps}, ${basis.usdToCrels}, ${basis.clicks ?? null},
            ${basis.clickMillicrels ?? null}, ${earning.holdId}, ${earning.occurredAt},
            ${earning.createdAt}, ${earning.unlocksAt}) ${keepsPlan}`.execute(tx)
}

/** An earning that is locked to be moved on. */
export interface LockedEarning {
  id: string
  party: string
  campaignId: string
  crels: number
  reversedCrels: number
  state: EarningState
  holdId: string | null
}

const locked = sql`
  id, party, campaign_id as "campaignId", crels, reversed_crels as "reversedCrels", state, hold_id as "holdId"`

/** Locks the earning of a conversion until the transaction ends. */
export async function lockEarningOf(tx: Tx, conversionId: string): Promise<LockedEarning | undefined> {
  const { rows } = await sql<LockedEarning>`
    select ${locked} from earning where conversion_id = ${conversionId} for update`.execute(tx)
  return rows[0]
}

/** Locks an earning until the transaction ends. */
export async function lockEarning(tx: Tx, id: string): Promise<LockedEarning | undefined> {
  const { rows } = await sql<LockedEarning>`
    select ${locked} from earning where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Locks a pending earning that is due, unless another worker has it or it moved on. */
export async function lockDueEarning(tx: Tx, id: string, at: Date): Promise<LockedEarning | undefined> {
  const { rows } = await sql<LockedEarning>`
    select ${locked} from earning where id = ${id} and state = 'pending' and unlocks_at <= ${at}
    for update skip locked`.execute(tx)
  return rows[0]
}

/** Locks an earning unless it is pending no more. */
export async function lockPendingEarning(tx: Tx, id: string): Promise<LockedEarning | undefined> {
  const { rows } = await sql<LockedEarning>`
    select ${locked} from earning where id = ${id} and state = 'pending' for update`.execute(tx)
  return rows[0]
}

/** Locks an earning of a member's; answers its state, or undefined when they have no such earning. */
export async function lockOwnEarning(tx: Tx, uid: string, id: string): Promise<EarningState | undefined> {
  const { rows } = await sql<{ state: EarningState }>`
    select state from earning where id = ${id} and uid = ${uid} for update`.execute(tx)
  return rows[0]?.state
}

export interface DueEarning {
  id: string
  unlocksAt: Date
}

/** A batch of pending earnings due at `at`, soonest first, after the last of the batch before. */
export function dueEarningsSql(at: Date, after: DueEarning | undefined, limit: number) {
  const later = after ? sql`and (unlocks_at, id) > (${after.unlocksAt}, ${after.id})` : sql``
  return sql<DueEarning>`
    select id, unlocks_at as "unlocksAt" from earning
    where state = 'pending' and unlocks_at <= ${at} ${later}
    order by unlocks_at, id limit ${limit}`
}

/** An earning under review was accepted. */
export async function markPending(tx: Tx, id: string): Promise<void> {
  await sql`update earning set state = 'pending', reason = null where id = ${id}`.execute(tx)
}

/** The hold of a pending earning ended. */
export async function markAvailable(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update earning set state = 'available', unlocked_at = ${at} where id = ${id}`.execute(tx)
}

/** Takes crels off an earning; with nothing left it is reversed, for the reason. */
export async function markReversed(tx: Tx, id: string, crels: number, reason: string): Promise<EarningState> {
  const { rows } = await sql<{ state: EarningState }>`
    update earning set reversed_crels = reversed_crels + ${crels},
      state = case when reversed_crels + ${crels} = crels then 'reversed' else state end,
      reason = case when reversed_crels + ${crels} = crels then ${reason} else reason end
    where id = ${id}
    returning state`.execute(tx)
  return rows[0]!.state
}
