import * as z from 'zod/mini'
import { slug } from './campaigns.schemas.ts'
import { BRAND_SCOPES, type EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { time, visibleLines } from './shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('brandKey') })
const scopes = z.array(z.enum(BRAND_SCOPES))

export const operatedBrandKey = z.object({
  id: z.string(),
  /** Sent as a bearer, used to sign, or the name of a pixel, which is no secret. */
  kind: z.enum(['secret', 'signing', 'pixel']),
  label: z.string(),
  scopes: z.array(z.string()),
  createdAt: time,
  /** To the minute. */
  lastUsedAt: z.nullable(time),
  expiresAt: z.nullable(time),
  /** When a key would end that replaces it: as it was made to end; null for never. */
  successorEndsAt: z.nullable(time),
  revokedAt: z.nullable(time),
  /** Neither revoked nor over, nor of a suspended brand. */
  isUsable: z.boolean(),
})
export type OperatedBrandKey = z.output<typeof operatedBrandKey>

/** A key with what is shown this once: `secret`, or the address of a pixel, which is none. */
const madeKey = z.object({
  id: z.string(),
  secret: z.nullable(z.string()),
  pixelUrl: z.nullable(z.string()),
})
export type MadeBrandKey = z.output<typeof madeKey>

export const operatorBrandKeySchemas = {
  listOperatedBrandKeys: {
    summary: 'The keys of a brand, the newest first: what each may, and when it was last used.',
    tag,
    params: z.object({ slug }),
    responses: { 200: z.object({ items: z.array(operatedBrandKey) }) },
  },
  createOperatedBrandKey: {
    summary:
      'Makes a key for a brand’s servers. It is answered this once: of one that is sent a hash is kept.',
    tag,
    params: z.object({ slug }),
    body: z.strictObject({
      kind: z.enum(['secret', 'signing', 'pixel']),
      label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), visibleLines),
      /** All unless given; a pixel is for conversions alone. */
      scopes: z.optional(scopes.check(z.minLength(1))),
      /** Days until it ends by itself; never unless given. */
      days: z.optional(z.int().check(z.minimum(1), z.maximum(3650))),
    }),
    responses: { 201: madeKey },
  },
  rotateOperatedBrandKey: {
    summary:
      'Makes a key like another, with the same end, which works on for some days so that servers can change over.',
    tag,
    params,
    body: z.strictObject({ overlapDays: z.int().check(z.nonnegative(), z.maximum(365)) }),
    errors: ['conflict'],
    responses: { 201: z.extend(madeKey, { expiresAt: z.nullable(time), oldExpiresAt: time }) },
  },
  revokeOperatedBrandKey: {
    summary: 'Ends a key at once and for good.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
