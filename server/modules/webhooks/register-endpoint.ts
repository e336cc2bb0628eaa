import { isWebhookEvent } from '#contracts/webhook-events.ts'
import { judgeDestination } from '#server/modules/shortlinks/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { insertEndpoint } from './endpoint-queries.ts'
import { newSigningSecret, sealSigningSecret } from './signing-secret.ts'
import type { WebhookDeps } from './webhook-deps.ts'

export interface EndpointInput {
  brandId: string
  url: string
  /** The types it hears of; none is all. */
  events: string[]
  /** Who is mailed when it is disabled. */
  contactEmail?: string | null | undefined
}

/**
 * Registers where a brand's server hears of events: https, a public host. The secret is answered this once. Throws
 * `validation_failed` for an address that is none of these or an unknown event.
 */
export async function registerEndpoint(
  tx: Tx,
  input: EndpointInput,
  deps: WebhookDeps,
): Promise<{ id: string; secret: string }> {
  const unknown = input.events.find((event) => !isWebhookEvent(event))
  if (unknown !== undefined) throw problem('validation_failed', { detail: `There is no event ${unknown}.` })
  const secret = newSigningSecret()
  const id = newId('webhookEndpoint')
  await insertEndpoint(tx, {
    id,
    brandId: input.brandId,
    url: assertEndpointUrl(input.url, deps),
    events: [...new Set(input.events)],
    contactEmail: input.contactEmail ?? null,
    secret: sealSigningSecret(deps, id, secret),
  })
  return { id, secret }
}

/** The address of an endpoint as it is kept. Throws `validation_failed` for one that is not public and https. */
export function assertEndpointUrl(text: string, deps: WebhookDeps): string {
  const judged = judgeDestination(text, deps)
  if (judged.refusal) throw unfit(text, judged.refusal)
  if (!judged.url.startsWith('https:') && !deps.allowLocalDestinations) throw unfit(text, 'only https can')
  return judged.url
}

function unfit(text: string, why: string) {
  const detail = `${text} cannot be an endpoint: ${why}.`
  return problem('validation_failed', {
    detail,
    members: { issues: [{ path: 'body.url', code: 'custom', message: `${why}.` }] },
  })
}
