import { sql } from 'kysely'
import { isLost, type LostSeals } from '#server/platform/lost-seals.ts'

/**
 * A tax form that no key opens says nothing to a tax office: it is removed, and its member is asked for another before the
 * payout that needs one. What was paid stays in the file of a year, without the form.
 */
export const lostTaxForms: LostSeals = {
  purposes: ['tax profile'],
  end: async (tx) => {
    const { rows } = await sql<{ uid: string; hasLeft: boolean }>`
      with ended as (delete from tax_profile where ${isLost(sql`details`)} returning uid, keep_until)
      select distinct uid, keep_until is not null as "hasLeft" from ended order by uid`.execute(tx)
    const members = rows.flatMap(({ uid, hasLeft }) => (hasLeft ? [] : [uid]))
    return [
      {
        kind: ['member with a tax form', 'members with tax forms'],
        count: members.length,
        notifies: { what: 'tax_form', uids: members },
        outcome: 'removed, asked for again before a payout that needs one',
      },
      {
        kind: ['member who left, with a tax form', 'members who left, with tax forms'],
        count: rows.length - members.length,
        outcome: 'removed, what was paid stays in the file of a year',
      },
    ]
  },
}
