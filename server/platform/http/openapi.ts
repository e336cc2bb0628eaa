import * as z from 'zod/mini'
import type { EndpointDefinition } from '#contracts/endpoint.ts'
import { problemSchema } from '#contracts/errors.schemas.ts'
import { problems, type ProblemCode } from '#contracts/errors.ts'
import { webhookEvents } from '#contracts/webhook-events.ts'
import { idempotencyKeyDays } from './idempotency.ts'

type Json = Record<string, unknown>

const always: ProblemCode[] = [
  'malformed_request',
  'not_found',
  'too_many_requests',
  'internal_error',
  'unavailable',
]
const ofAccess: Record<EndpointDefinition['access'], ProblemCode[]> = {
  public: [],
  bearer: [
    'unauthenticated',
    'brand_key_mismatch',
    'access_token_expired',
    'user_token_expired',
    'user_disabled',
    'user_deleted',
    // Of a new member of an outside provider.
    'sign_up_paused',
  ],
  brand: [
    'unauthenticated',
    'brand_key_invalid',
    'brand_key_ended',
    'brand_key_mismatch',
    'brand_suspended',
    'signature_invalid',
    'signature_expired',
    'key_scope_missing',
  ],
  operator: ['unauthenticated', 'access_token_expired', 'user_token_expired', 'forbidden', 'cross_origin'],
}

/** Every problem code an endpoint can answer. */
export function problemCodesOf(endpoint: EndpointDefinition): ProblemCode[] {
  const { bearerOptional = false } = endpoint
  const access = bearerOptional ? 'bearer' : endpoint.access
  const codes = new Set<ProblemCode>([...always, ...ofAccess[access], ...(endpoint.errors ?? [])])
  if (access === 'bearer' && !endpoint.unverifiedAllowed) codes.add('email_not_verified')
  if (endpoint.query || endpoint.body) codes.add('validation_failed')
  if (endpoint.method !== 'GET')
    for (const code of ['payload_too_large', 'unsupported_media_type', 'conflict'] as const) codes.add(code)
  if (endpoint.idempotent) codes.add('idempotency_mismatch')
  if (endpoint.cookies) codes.add('cross_origin')
  if (endpoint.recentProof) codes.add('requires_recent_login')
  return [...codes].sort()
}

/** The OpenAPI 3.1 document of the endpoints, generated from their contracts. */
export function openApiDocument(endpoints: EndpointDefinition[], publicOrigin: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crels API',
      version: '1',
      description: 'Amounts are integers, times ISO 8601 in UTC, errors RFC 9457 problem details.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: publicOrigin }],
    tags: [...new Set([...endpoints.map((endpoint) => endpoint.tag), 'webhooks'])]
      .sort()
      .map((name) => ({ name, description: `Everything about ${name}.` })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The member’s access token.',
        },
        brand: { type: 'http', scheme: 'bearer', description: 'A brand key.' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            '`Crels-HMAC key={key id},t={seconds since 1970},v1={hex}`: HMAC-SHA256 with a signing key over `{t}.{method}.{path and query}.{body}`, within 5 minutes of t.',
        },
      },
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  }
}

/** What brands' servers are sent (docs/webhooks.md). */
function webhooks(): Json {
  const entries = Object.entries(webhookEvents).map(([type, data]) => {
    const message = z.strictObject({ type: z.literal(type), timestamp: z.iso.datetime(), data })
    const post = {
      operationId: `webhook-${type}`,
      summary: `A brand’s server is notified: ${type}.`,
      tags: ['webhooks'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(message, 'output') } },
      },
      responses: { '2XX': { description: 'Taken.' } },
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}

function operation(endpoint: EndpointDefinition): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...parameters(endpoint),
    ...requestBody(endpoint),
    responses: { ...successes(endpoint), ...failures(endpoint) },
  }
}

function securityOf({ access, bearerOptional }: EndpointDefinition): Json[] {
  if (access === 'public') return bearerOptional ? [{}, { bearer: [] }] : []
  return access === 'brand' ? [{ brand: [] }, { signature: [] }] : [{ [access]: [] }]
}

function requestBody({ body, bodyOptional, bodyTypes }: EndpointDefinition): Json {
  if (bodyTypes)
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(bodyTypes.map((type) => [type, { schema: { contentMediaType: type } }])),
      },
    }
  if (!body) return {}
  const content = { 'application/json': { schema: jsonSchema(body, 'input') } }
  return { requestBody: { required: !bodyOptional, content } }
}

function parameters(endpoint: EndpointDefinition): Json {
  const list = [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query')]
  if (endpoint.idempotent)
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: `The same key and body get the same answer for ${idempotencyKeyDays} days, another body 422. A refusal is not recorded.`,
      schema: { type: 'string', maxLength: 200 },
    })
  return list.length > 0 ? { parameters: list } : {}
}

function fields(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}

function successes(endpoint: EndpointDefinition): Json {
  const alternatives = (endpoint.alternatives ?? []).map((type) => [type, { schema: { type: 'string' } }])
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => [
      status,
      {
        description: status === '201' ? 'Created.' : status === '202' ? 'Accepted.' : 'Done.',
        ...(endpoint.answerType
          ? { content: { [endpoint.answerType]: { schema: { contentMediaType: endpoint.answerType } } } }
          : {}),
        ...(schema
          ? {
              content: {
                'application/json': { schema: jsonSchema(schema, 'output') },
                ...Object.fromEntries(alternatives),
              },
            }
          : {}),
      },
    ]),
  )
}

function failures(endpoint: EndpointDefinition): Json {
  const byStatus = Map.groupBy(problemCodesOf(endpoint), (code) => problems[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code][2]}`).join(' '),
        'x-problem-codes': codes,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  // A value that only code can check (a refinement, a coerced number) is described by what JSON can say of it.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
