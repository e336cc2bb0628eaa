import type { Reward } from '#rules/earning.ts'

/** A reward as campaigns and enrolments keep it, so that the database can check it. */
export interface RewardColumns {
  clickMillicrels: number | null
  leadCrels: number | null
  saleCrels: number | null
  saleBps: number | null
}

/** The reward that four columns say. */
export function rewardOf({ clickMillicrels, leadCrels, saleCrels, saleBps }: RewardColumns): Reward {
  const fixed = saleCrels === null ? null : { crels: saleCrels }
  return { clickMillicrels, leadCrels, sale: saleBps === null ? fixed : { bps: saleBps } }
}

/** The four columns of a reward. */
export function rewardColumns({ clickMillicrels, leadCrels, sale }: Reward): RewardColumns {
  return {
    clickMillicrels,
    leadCrels,
    saleCrels: sale && 'crels' in sale ? sale.crels : null,
    saleBps: sale && 'bps' in sale ? sale.bps : null,
  }
}
