import { sql } from 'kysely'
import { campaignErasure } from '../modules/campaigns/erase-member.ts'
import { conversionClaimErasure } from '../modules/conversion-claims/module.ts'
import { eraseEarnings } from '../modules/conversions/public.ts'
import { linkErasure } from '../modules/shortlinks/erase-member.ts'
import type { Tx } from '../platform/database.ts'
import type { LeavingMember } from '../platform/member-erasure.ts'
import { demoMember } from './demo-queries.ts'

/**
 * Demo creators may have joined campaigns of one's own. To these they are members who leave: what they earned there and
 * why stays under their party, and only then can their accounts be closed.
 */
export async function leaveOwnCampaigns(tx: Tx): Promise<void> {
  const erasures = [campaignErasure(tx), conversionClaimErasure(tx), linkErasure(tx)]
  for (const member of await creatorsElsewhere(tx)) {
    for (const { onConfirmed } of erasures) await onConfirmed?.(tx, member)
    // Before their enrolments have no name: what is under review returns to the budget.
    await eraseEarnings(tx, member)
    for (const { erase } of erasures) await erase({ ...member, provedAddresses: [], leftAt: new Date() })
  }
}

/** Demo creators who are, or were, in a campaign that is not of the demo. */
async function creatorsElsewhere(tx: Tx): Promise<LeavingMember[]> {
  const { rows } = await sql<LeavingMember>`
    select uid, iss, sub, party, short_id as "shortId", '{}'::text[] as addresses from member
    where ${demoMember} and exists (
      select from enrolment e join campaign c on c.id = e.campaign_id where e.uid = member.uid and not c.demo)
    order by uid`.execute(tx)
  return rows
}
