import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'
import { replaceSecret } from './endpoint-queries.ts'
import type { WebhookDeps } from './webhook-deps.ts'

const purpose = 'webhook signing secret'

/** Draws a secret as the Standard Webhooks specification has them: `whsec_` and 256 random bits in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** A secret as it is stored: brands need it again for every signature, so it is sealed and not hashed. */
export function sealSigningSecret({ secret }: Pick<WebhookDeps, 'secret'>, text: string): string {
  return secret.seal(purpose, text)
}

/** The secret to sign with. Throws when it was sealed under another secret of the installation. */
export function openSigningSecret({ secret }: Pick<WebhookDeps, 'secret'>, sealed: string): string {
  return secret.open(purpose, sealed)
}

const overlapHours = 24

/** Puts another secret in an endpoint's place; the one before signs beside it for 24 hours. */
export async function renewSecret(tx: Tx, id: string, deps: Pick<WebhookDeps, 'secret'>): Promise<string> {
  const secret = newSigningSecret()
  await replaceSecret(tx, { id, secret: sealSigningSecret(deps, secret), overlapHours })
  return secret
}
