import { sql } from 'kysely'
import { completedCrels, type ClickPay } from '#rules/click-pay.ts'
import { originsOfClicks, type DueClick } from '#server/modules/clicks/public.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Writes which links and places the crels of an earning of clicks came from: each belongs to the click that completed
 * it. `clicks` are those that were paid, in order.
 */
export async function recordOrigins(
  tx: Tx,
  earningId: string,
  clicks: DueClick[],
  paid: { clickMillicrels: number; remainderMillicrels: number } & Pick<ClickPay, 'paidClicks'>,
): Promise<void> {
  const completed = completedCrels(paid)
  const origins = await originsOfClicks(
    tx,
    completed.map(({ click }) => clicks[click]!),
  )
  // One row for the clicks of one link and place; what is not there any more came from nowhere known.
  await sql`
    insert into earning_origin (earning_id, link_id, country, device, referrer_host, sub_id, crels)
    select ${earningId}, o.link, o.country, o.device, o.referrer, o.sub, sum(o.crels)
    from unnest(${origins.map(({ linkId }) => linkId)}::text[], ${origins.map(({ country }) => country)}::text[],
                ${origins.map(({ device }) => device)}::text[], ${origins.map(({ referrerHost }) => referrerHost)}::text[],
                ${origins.map(({ subId }) => subId)}::text[], ${completed.map(({ crels }) => crels)}::bigint[])
      as o (link, country, device, referrer, sub, crels)
    group by 2, 3, 4, 5, 6`.execute(tx)
}
