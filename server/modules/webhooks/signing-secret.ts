import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import { problem } from '#server/platform/http/problems.ts'
import { replaceSecret } from './endpoint-queries.ts'
import type { WebhookDeps } from './webhook-deps.ts'

const purpose = 'webhook signing secret'
const contextOf = (endpointId: string) => `webhook-endpoint:${endpointId}`

/** Where they are kept, for a rotation of SECRET. */
export const sealedWebhookSecrets: SealedColumn[] = ['secret', 'previous_secret', 'older_secret'].map(
  (column) => ({
    table: 'public.webhook_endpoint',
    idColumn: 'id',
    column,
    purpose,
    contextOf,
  }),
)

/** Draws a secret as the Standard Webhooks specification has them: `whsec_` and 256 random bits in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** An endpoint's secret as it is stored: it is needed again for every signature, so it is sealed and not hashed. */
export function sealSigningSecret(
  { secret }: Pick<WebhookDeps, 'secret'>,
  endpointId: string,
  text: string,
): string {
  return secret.seal(purpose, contextOf(endpointId), text)
}

/** The secret to sign with. Throws when it was sealed by a key that is gone, or is another endpoint's. */
export function openSigningSecret(
  { secret }: Pick<WebhookDeps, 'secret'>,
  endpointId: string,
  sealed: string,
): string {
  return secret.open(purpose, contextOf(endpointId), sealed)
}

const overlapHours = 24

/**
 * Puts another secret in an endpoint's place; the one before signs beside it for 24 hours, and one that still did until
 * then: which of them the brand's server knows is not known here, since an answer may be lost. Throws `conflict` for the
 * third within a day.
 */
export async function renewSecret(tx: Tx, id: string, deps: Pick<WebhookDeps, 'secret'>): Promise<string> {
  const secret = newSigningSecret()
  const again = await replaceSecret(tx, { id, secret: sealSigningSecret(deps, id, secret), overlapHours })
  if (again !== null)
    throw problem('conflict', {
      detail: `Three secrets of this endpoint still sign: you can make another from ${again.toISOString()} on.`,
    })
  return secret
}
