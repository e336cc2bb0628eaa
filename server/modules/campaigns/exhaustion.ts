import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Records that a campaign's budget is spent. Lists leave it out at once. Called with the locks of an enrolment and the
 * ledger in hand, so it never waits for the campaign's: when another transaction holds that, the job advance-campaigns
 * writes it within a minute, and every screen computes it anyway.
 */
export async function markExhausted(tx: Tx, campaignId: string): Promise<void> {
  await move(tx, campaignId, 'active', 'exhausted')
}

/** The opposite, after crels went back to the budget: it covers a reward again. */
export async function markFunded(tx: Tx, campaignId: string): Promise<void> {
  await move(tx, campaignId, 'exhausted', 'active')
}

async function move(tx: Tx, campaignId: string, from: string, to: string): Promise<void> {
  await sql`
    update campaign set state = ${to} where id = (
      select id from campaign where id = ${campaignId} and state = ${from} for no key update skip locked
    )`.execute(tx)
}
