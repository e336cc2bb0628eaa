import { sql } from 'kysely'
import { m } from '#messages'
import { inAccountLanguage } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { countLost, isLost, type EndedSeals, type LostSeals } from '#server/platform/lost-seals.ts'
import { failRedemption } from './settle-redemption.ts'
import { rejectRedemption } from './approve-redemption.ts'
import { isInNoRun } from './redemption-lists.ts'
import { isUnlooked } from './redemption-queries.ts'
import { sealedScreenings } from './screening/screening-secret.ts'

const actor = { via: 'job', source: 'secret start-over' } as const

/**
 * A destination that no key opens is removed, so that its member adds it anew. What was to be paid there and is with nobody
 * yet comes back: what is requested is rejected, what is approved fails. What is being sent, is in a payout run, or may
 * have been paid since a backup stays, and ends as its provider, its run or a person says.
 */
export const lostDestinations: LostSeals = {
  purposes: ['payout destination', 'sanctions screening'],
  end: async (tx) => {
    const open = await redemptionsToLost(tx)
    const [requested, approved] = ['requested', 'approved'].map((state) =>
      open.filter((one) => one.isFree && one.state === state),
    )
    for (const { redemptionId, uid } of requested!)
      await rejectRedemption(tx, { redemptionId, actor, reason: await reasonFor(tx, uid) }, {})
    for (const { redemptionId, uid } of approved!)
      await failRedemption(tx, { redemptionId, actor, reason: await reasonFor(tx, uid) }, { providers: [] })
    return [
      ended(['requested redemption', 'requested redemptions'], requested!.length, `rejected; ${back}`),
      ended(['approved redemption', 'approved redemptions'], approved!.length, `failed; ${back}`),
      ended(
        ['redemption that may be paid already', 'redemptions that may be paid already'],
        open.length - requested!.length - approved!.length,
        'left: say in Redemptions or the payout run what became of each',
      ),
      await removeLost(tx),
      {
        ...ended(
          ['look at lists of sanctions', 'looks at lists of sanctions'],
          await countLost(tx, sealedScreenings[0]!),
          'whom the lists named is shown no more, what is still to be paid is looked up again',
        ),
        isKept: true,
      },
    ]
  },
}

const back = 'the crels are back, and members are notified'

async function reasonFor(tx: Tx, uid: string): Promise<string> {
  return await inAccountLanguage(tx, uid, () => m.redemptions_destination_lost())
}

/** What is under way to a destination that is lost; `isFree` where nobody can have paid it. */
async function redemptionsToLost(
  tx: Tx,
): Promise<{ redemptionId: string; uid: string; state: string; isFree: boolean }[]> {
  const { rows } = await sql<{ redemptionId: string; uid: string; state: string; isFree: boolean }>`
    select r.id as "redemptionId", r.uid, r.state,
      r.state <> 'sending' and not ${isUnlooked(sql`r.id`)}
      and ${isInNoRun(sql`r`)} as "isFree"
    from redemption r join payout_destination d on d.id = r.destination_id
    where r.state in ('requested', 'approved', 'sending') and ${isLost(sql`d.details`)}
    order by r.requested_at, r.id`.execute(tx)
  return rows
}

async function removeLost(tx: Tx): Promise<EndedSeals> {
  const { rows } = await sql<{ uid: string }>`
    update payout_destination set details = null, removed_at = crels_now(), remind = false
    where ${isLost(sql`details`)} returning uid`.execute(tx)
  const uids = [...new Set(rows.map(({ uid }) => uid))].toSorted()
  return {
    ...ended(
      ['payout destination', 'payout destinations'],
      rows.length,
      'removed; their members are notified to add them again',
    ),
    notifies: { what: 'destination', uids },
  }
}

function ended(kind: EndedSeals['kind'], count: number, outcome: string): EndedSeals {
  return { kind, count, outcome }
}
