import { sql } from 'kysely'
import { isLost, type LostSeals } from '#server/platform/lost-seals.ts'

/**
 * A member's app whose codes cannot be checked stays their second factor: to remove it would let in who has the password
 * alone. They come in by a recovery code or a passkey, or support removes it. What is being set up begins anew.
 */
export const lostAuthenticators: LostSeals = {
  purposes: ['authenticator secret'],
  end: async (tx) => {
    await sql`
      delete from identity.authenticator where confirmed_at is null and ${isLost(sql`secret_sealed`)}`.execute(
      tx,
    )
    const { rows } = await sql<{ uid: string; isAlone: boolean }>`
      select uid, not exists (select from identity.passkey p where p.uid = a.uid)
        and not exists (select from identity.recovery_code r where r.uid = a.uid and r.used_at is null) as "isAlone"
      from identity.authenticator a where ${isLost(sql`secret_sealed`)} order by uid`.execute(tx)
    const alone = rows.filter(({ isAlone }) => isAlone).length
    return [
      {
        kind: ['authenticator app of a member', 'authenticator apps of members'],
        count: rows.length,
        isKept: true,
        notifies: { what: 'authenticator', uids: rows.map(({ uid }) => uid) },
        outcome: `codes are refused, a recovery code or a passkey lets them in${alone > 0 ? `; ${alone} of them have neither and write to support` : ''}`,
      },
    ]
  },
}

/** A session whose tokens nobody opens renews nothing: it has ended, with the tokens that it was given. */
export const lostOutsideSessions: LostSeals = {
  purposes: ['issuer tokens'],
  end: async (tx) => {
    const { rows } = await sql<{ count: number }>`
      with ended as (
        delete from identity.outside_session where ${isLost(sql`tokens_sealed`)} returning id
      ), tokens as (
        update identity.outside_token set ended_at = clock_timestamp()
        where session_id in (select id from ended) and (ended_at is null or ended_at > clock_timestamp()))
      select count(*)::int as count from ended`.execute(tx)
    return [
      {
        kind: ['session by an outside provider', 'sessions by an outside provider'],
        count: rows[0]!.count,
        outcome: 'ended, as every session of a member has',
      },
    ]
  },
}
