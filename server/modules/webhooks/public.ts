// What the composition and the command line use. Messages are written by triggers (README.md): no module calls this one.
export { deliveryView } from './delivery-queries.ts'
export type { EndpointRow } from './endpoint-queries.ts'
export { webhookOperations, type WebhookOperations } from './operate-endpoints.ts'
export type { WebhookDeps } from './webhook-deps.ts'
export { WebhookPump } from './webhook-pump.ts'
export { sealedWebhookSecrets } from './signing-secret.ts'
export { lostWebhookSecrets } from './lost-webhook-secrets.ts'
