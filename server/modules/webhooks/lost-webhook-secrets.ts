import { sql } from 'kysely'
import { isLost, type LostSeals } from '#server/platform/lost-seals.ts'

/** An endpoint whose secret no key opens hears nothing (`secret_unreadable`) until it has another one. */
export const lostWebhookSecrets: LostSeals = {
  purposes: ['webhook signing secret'],
  end: async (tx) => {
    await sql`
      update webhook_endpoint set previous_secret = null, previous_secret_until = null
      where ${isLost(sql`previous_secret`)}`.execute(tx)
    await sql`
      update webhook_endpoint set older_secret = null, older_secret_until = null
      where ${isLost(sql`older_secret`)}`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from webhook_endpoint where ${isLost(sql`secret`)}`.execute(tx)
    return [
      {
        kind: ['webhook endpoint', 'webhook endpoints'],
        count: rows[0]!.count,
        isKept: true,
        outcome: 'nothing is delivered until crels webhook rotate makes another secret',
      },
    ]
  },
}
