import {
  effectiveState,
  isOpenToJoin,
  isVisible,
  type CampaignFacts,
  type CampaignState,
} from '#rules/campaign-state.ts'
import { budgetsLeft } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { CampaignRow } from './campaign-queries.ts'

/** A campaign as of a moment: its state follows time and budget, whether or not a job has written it. */
export type CampaignNow = CampaignRow & Standing

interface Standing {
  budgetLeftCrels: number
  /** The effective state; `row.state` of the database is `writtenState`. */
  state: CampaignState
  writtenState: CampaignState
}

type FactsRow = Pick<CampaignRow, 'state' | 'startsAt' | 'endsAt' | 'leastRewardCrels'>

/** Campaigns as of `now`, with one question to the ledger for all of them. */
export async function campaignsNow<Row extends FactsRow & { id: string }>(
  db: Db,
  rows: Row[],
  now: Date,
): Promise<(Row & Standing)[]> {
  if (rows.length === 0) return []
  const left = await budgetsLeft(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => withStanding({ ...row, budgetLeftCrels: left.get(row.id) ?? 0 }, now))
}

/** A campaign that was read with what is left of its budget, as of `now`. */
export function withStanding<Row extends FactsRow & { budgetLeftCrels: number }>(
  row: Row,
  now: Date,
): Row & Standing {
  const state = effectiveState(campaignFacts(row, row.budgetLeftCrels), now.getTime())
  return { ...row, state, writtenState: row.state }
}

/** One campaign as of `now`. */
export async function campaignNow(db: Db, row: CampaignRow, now: Date): Promise<CampaignNow> {
  return (await campaignsNow(db, [row], now))[0]!
}

/** Whether a member or visitor may know of the campaign. */
export function isShown(campaign: CampaignRow): boolean {
  return campaign.brandActive && isVisible(campaign.state)
}

/** Whether who has an enrolment may know of it; it was no draft then. */
export function isKnownToMembers({ state }: Pick<CampaignRow, 'state'>): boolean {
  return state !== 'draft'
}

/** The state to those who are in it: a suspended brand's campaign counts nothing, and may go on one day. */
export function stateForMembers({ state, brandActive }: CampaignNow): CampaignState {
  return isOpenToJoin(state) && !brandActive ? 'paused' : state
}

/** What the rules ask of a campaign. */
export function campaignFacts(row: FactsRow, budgetLeftCrels: number): CampaignFacts {
  return {
    state: row.state,
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt?.getTime() ?? null,
    budgetLeftCrels,
    leastRewardCrels: row.leastRewardCrels,
  }
}
