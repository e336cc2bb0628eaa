import { sql } from 'kysely'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'

/** Has a message of the type `webhook.test` sent to one endpoint; answers the delivery's id. */
export async function sendTest(tx: Tx, endpointId: string): Promise<string> {
  const timestamp = (await databaseNow(tx)).toISOString()
  const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { endpointId } })
  const { rows } = await sql<{ id: string }>`
    with message as (
      insert into webhook_message (brand_id, type, body)
      select brand_id, 'webhook.test', ${body} from webhook_endpoint where id = ${endpointId} returning id)
    insert into webhook_delivery (message_id, endpoint_id, state, next_attempt_at)
    select id, ${endpointId}, 'pending', now() from message returning id`.execute(tx)
  return rows[0]!.id
}
