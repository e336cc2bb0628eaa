import { sql } from 'kysely'
import type { PayoutFile } from '#contracts/operator-payout-runs.schemas.ts'
import { isPaidTwice } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'

/** The files of a run, the first first: of one that is being made, how far it is. */
export async function payoutFilesOf(db: Db, runId: string): Promise<PayoutFile[]> {
  const { rows } = await sql<Omit<PayoutFile, 'madeAt' | 'progress'> & Progress & { madeAt: Date }>`
    select f.number, f.made_by as "madeBy", f.made_at as "madeAt", f.payouts, f.usd_cents as "usdCents",
      case when f.finished_at is null then (
        select count(*) from payout_line l where l.run_id = f.run_id and l.number = f.number) end as done,
      case when f.finished_at is null then (
        select count(*) from payout p
        where p.run_id = f.run_id and p.state in ('planned', 'retry') and p.result is null) end as waiting,
      coalesce(f.worked_at > crels_now() - interval '2 minutes', false) as "isAtWork",
      array(select l.reference from payout_line l join payout p using (run_id, redemption_id)
        where l.run_id = f.run_id and l.number = f.number and p.state = 'sent' and p.result is null
          and ${isPaidTwice(sql`l.redemption_id`)}
          and not exists (select from payout_line n where n.run_id = l.run_id and n.redemption_id = l.redemption_id
                          and n.number > l.number)
        order by p.place) as "paidBefore"
    from payout_file f where f.run_id = ${runId} order by f.number`.execute(db)
  return rows.map(({ madeAt, done, waiting, isAtWork, ...file }) => ({
    ...file,
    madeAt: madeAt.toISOString(),
    progress: done === null || waiting === null ? null : { done, of: done + waiting, isAtWork },
  }))
}

interface Progress {
  done: number | null
  waiting: number | null
  isAtWork: boolean
}
