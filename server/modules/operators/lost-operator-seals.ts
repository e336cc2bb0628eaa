import { sql } from 'kysely'
import { isLost, type LostSeals } from '#server/platform/lost-seals.ts'

/**
 * An operator's app whose codes cannot be checked stays as it is: without its row a mailbox would not say why it lets nobody
 * in, and an operator with a passkey beside it would seem to have one factor less. What is being set up begins anew.
 */
export const lostOperatorApps: LostSeals = {
  purposes: ['operator authenticator'],
  end: async (tx) => {
    await sql`delete from operator_authenticator where confirmed_at is null and ${isLost(sql`secret_sealed`)}`.execute(
      tx,
    )
    await sql`
      update operator_invitation set authenticator_sealed = null where ${isLost(sql`authenticator_sealed`)}`.execute(
      tx,
    )
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from operator_authenticator a join operator o on o.id = a.operator_id
      where ${isLost(sql`a.secret_sealed`)} and o.disabled_at is null`.execute(tx)
    return [
      {
        kind: ['authenticator app of an operator', 'authenticator apps of operators'],
        count: rows[0]!.count,
        isKept: true,
        outcome: 'codes are refused, a passkey or crels operator invite lets them in',
      },
    ]
  },
}

/** The log keeps what was sealed by a member's key, which nobody reads any more; the next act on them makes another key. */
export const lostMemberKeys: LostSeals = {
  purposes: ['audit member key'],
  end: async (tx) => {
    const { numAffectedRows } = await sql`
      update audit_member_key set sealed = null where ${isLost(sql`sealed`)}`.execute(tx)
    return [
      {
        kind: ['member in the log of acts', 'members in the log of acts'],
        count: Number(numAffectedRows ?? 0),
        outcome: 'reasons and values of acts on them until now show as sealed',
      },
    ]
  },
}
