import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { operatorPermission } from './operator-account.schemas.ts'
import { time, visible } from './shapes.ts'

const tag = 'operator-keys'

/** An API key, without its secret. */
const operatorKey = z.object({
  id: idSchema('operatorKey'),
  name: z.string(),
  /** Whose acts its acts are. */
  operator: z.object({ id: idSchema('operator'), name: z.string() }),
  /** What it is for; what its operator's role does not allow any more is refused all the same. */
  scopes: z.array(operatorPermission),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: z.nullable(time),
  revokedAt: z.nullable(time),
})
export type OperatorKeyView = z.output<typeof operatorKey>

export const operatorKeySchemas = {
  listOperatorKeys: {
    summary: 'The operator’s own API keys; an owner sees everybody’s. Newest first.',
    tag,
    responses: {
      200: z.object({
        items: z.array(operatorKey),
        /** What a new key of the operator may be for. */
        scopes: z.array(operatorPermission),
      }),
    },
  },
  createOperatorKey: {
    summary: 'Makes an API key; its secret is answered this once.',
    tag,
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), visible),
      scopes: z.array(operatorPermission).check(z.minLength(1), z.maxLength(200)),
      /** Days until it ends. */
      days: z.int().check(z.minimum(1), z.maximum(365)),
    }),
    ratePerMinute: 20,
    responses: { 201: z.extend(operatorKey, { secret: z.string() }) },
  },
  revokeOperatorKey: {
    summary: 'Ends an API key at once; an owner may end anybody’s.',
    tag,
    params: z.object({ id: idSchema('operatorKey') }),
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
