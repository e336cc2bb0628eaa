import { sql } from 'kysely'
import type { AboutPoints } from '#contracts/points.schemas.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import { checkInProgram } from './check-in.ts'
import { holderPrizeProgram } from './holder-prize.ts'
import { monthlyClaimProgram } from './monthly-claim.ts'
import { shareProgram } from '#server/modules/shares/public.ts'

/** What transactions of rewards were for, by their id: the date of a check-in, the month of a claim, what was shared. */
export async function aboutRewards(db: Db, transactionIds: string[]): Promise<Map<string, AboutPoints>> {
  const { rows } = await sql<Row>`
    select w.txn_id as id, w.program, w.period, c.days as streak, c.bonus_points as "bonusPoints"
    from award w left join check_in c on c.txn_id = w.txn_id
    where w.txn_id = any (${transactionIds})
      and w.program = any (${[checkInProgram, monthlyClaimProgram, holderPrizeProgram, shareProgram]})`.execute(
    db,
  )
  const shared = rows.filter(({ program }) => program === shareProgram).map(sharedCampaign)
  const titles = shared.length > 0 ? await campaignTitles(db, [...new Set(shared)]) : new Map()
  return new Map(
    rows.flatMap((row) => {
      const about = aboutOf(row, titles)
      return about ? [[row.id, about] as const] : []
    }),
  )
}

interface Row {
  id: string
  program: string
  period: string
  streak: number | null
  bonusPoints: number | null
}

/** The period of a share is its day, network and campaign. */
const sharedCampaign = ({ period }: Row): string => period.split('.')[2]!

function aboutOf(row: Row, titles: Map<string, { id: string; title: string }>): AboutPoints | null {
  const { program, period, streak, bonusPoints } = row
  if (program === shareProgram) {
    const campaign = titles.get(sharedCampaign(row))
    return campaign ? { type: 'campaign', campaignId: campaign.id, title: campaign.title } : null
  }
  if (program !== checkInProgram) return { type: 'month', month: period }
  // A history that was loaded has points without check-ins.
  if (streak === null) return null
  return { type: 'check-in', date: period, streak, bonusPoints: bonusPoints ?? 0 }
}
