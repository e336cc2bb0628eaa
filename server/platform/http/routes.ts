import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointDefinition } from '#contracts/endpoint.ts'
import { mayOperate } from '#rules/operator-permissions.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../database.ts'
import { inTransaction } from '../transaction.ts'
import {
  actorKey,
  type Actor,
  type Authenticator,
  type MemberActor,
  type OperatorCaller,
  type SignedRequest,
} from './actors.ts'
import { Answer, FileAnswer, type Route, type Context } from './bind.ts'
import type { ContractCheck } from './contract-check.ts'
import { validationProblem } from './failures.ts'
import { withIdempotencyKey, withSignature } from './idempotency.ts'
import { requireSameOrigin } from './origin.ts'
import { Problem, problem } from './problems.ts'
import { requireRecentProof } from './recent-proof.ts'
import { isSigned, rawBodyOf } from './raw-body.ts'
import type { RateLimiter } from './rate-limits.ts'

export interface KernelDeps {
  db: Db
  clock: Clock
  authenticator: Authenticator
  rateLimiter: RateLimiter
  publicOrigin: string
  /** Hears of every request of a member, and waits for nothing. */
  memberSeen?: (actor: MemberActor, request: FastifyRequest) => void
  /** Holds every answer and refusal to its contract; on in development and tests. */
  contractCheck?: ContractCheck
}

const defaultBodyLimit = 64 * 1024

/** Registers bound endpoints: authenticate, limit, parse, handle, answer. */
export function registerRoutes(app: FastifyInstance, routes: Route[], deps: KernelDeps): void {
  for (const { endpoint, handler, absent } of routes) {
    if (absent) continue
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      // Bodies of bytes are large: access is checked before they are read.
      ...(endpoint.bodyTypes
        ? {
            onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
              requireMediaType(endpoint.bodyTypes!, request)
              admitted.set(request, await admit(endpoint, request, reply, deps))
            },
          }
        : {}),
      handler: async (request, reply) => {
        const actor = endpoint.bodyTypes
          ? admitted.get(request)!
          : await admit(endpoint, request, reply, deps)
        const ctx = { ...parse(endpoint, request), actor, ...services(deps, request, reply) } as Context
        const result = await run(endpoint, handler, ctx, request, actor, deps).catch((error: unknown) => {
          if (error instanceof Problem) deps.contractCheck?.refusal(endpoint, error.code)
          throw error
        })
        return send(endpoint, result, reply, deps)
      },
    })
  }
}

/** Who asks with bytes, between the request's head and its body. */
const admitted = new WeakMap<FastifyRequest, Actor | null>()

async function admit(
  endpoint: EndpointDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: KernelDeps,
): Promise<Actor | null> {
  // No intermediary keeps what only the bearer may see.
  const isOpen = endpoint.access === 'public' && !isFromMember(endpoint, request)
  reply.header('cache-control', isOpen ? 'no-cache' : 'private, no-store')
  if (endpoint.bearerOptional) reply.header('vary', 'authorization')
  if (endpoint.cookies || endpoint.access === 'operator') requireSameOrigin(request, deps.publicOrigin)
  await deps.rateLimiter.address(endpoint, request)
  const actor = await authenticate(endpoint, request, deps.authenticator)
  if (actor?.kind === 'brand' && endpoint.scope && !actor.scopes.includes(endpoint.scope))
    throw problem('key_scope_missing')
  if (actor) await deps.rateLimiter.actor(endpoint, request, actor)
  if (actor?.kind === 'operator') requirePermission(endpoint, actor)
  if (actor?.kind === 'member') deps.memberSeen?.(actor, request)
  return actor
}

/** Throws `forbidden` where role or key do not allow it, and `requires_recent_login`. */
function requirePermission({ permission, recentProof }: EndpointDefinition, actor: OperatorCaller): void {
  if (!permission || !mayOperate(actor.role, permission))
    throw problem('forbidden', { detail: `The role ${actor.role} does not allow ${permission}.` })
  if (actor.scopes && !actor.scopes.includes(permission))
    throw problem('forbidden', { detail: `This key is not for ${permission}.` })
  if (recentProof) requireRecentProof(actor)
}

/** Whether a public endpoint that has something for members is asked by one. */
function isFromMember({ bearerOptional = false }: EndpointDefinition, { headers }: FastifyRequest): boolean {
  return bearerOptional && headers.authorization !== undefined
}

function requireMediaType(types: readonly string[], request: FastifyRequest): void {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase()
  if (type === undefined || !types.includes(type))
    throw problem('unsupported_media_type', { detail: `Send one of ${types.join(', ')}.` })
}

async function authenticate(
  endpoint: EndpointDefinition,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<Actor | null> {
  if (endpoint.access === 'public' && !isFromMember(endpoint, request)) return null
  if (endpoint.access === 'brand' && isSigned(request))
    return await authenticator.signedBrand(signedRequest(request))
  const bearer = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!bearer) throw problem('unauthenticated')
  if (endpoint.access === 'operator') return await authenticator.operator(bearer, request)
  if (endpoint.access === 'brand') return await authenticator.brand(bearer)
  if (/^crels_b[ks]_/.test(bearer))
    throw problem('brand_key_mismatch', { detail: 'This is the key of a brand; this call is for members.' })
  if (/^crels_o[tk]_/.test(bearer))
    throw problem('unauthenticated', { detail: 'This is an operator’s; this call is for members.' })
  const member = await authenticator.member(bearer)
  if (!member.emailVerified && !endpoint.unverifiedAllowed) throw problem('email_not_verified')
  return member
}

/** `Authorization: Crels-HMAC key=bky_…,t={seconds},v1={hex}` (docs/brands.md). */
function signedRequest(request: FastifyRequest): SignedRequest {
  const { authorization = '' } = request.headers
  const form = /^Crels-HMAC +key=(bky_[0-9a-f]{32}), *t=(\d{1,12}), *v1=([0-9a-f]{64})$/i
  const [, keyId, timestamp, signature] = form.exec(authorization) ?? []
  if (!keyId || !timestamp || !signature)
    throw problem('signature_invalid', {
      detail: 'Send Authorization: Crels-HMAC key=bky_…,t={seconds},v1={hex}.',
    })
  const { method, url: target } = request.raw
  return { keyId, timestamp, signature, method: method!, target: target!, body: rawBodyOf(request) }
}

function parse(endpoint: EndpointDefinition, request: FastifyRequest) {
  const params = endpoint.params ? z.safeParse(endpoint.params, request.params) : undefined
  // A malformed id names nothing, as an unknown one does.
  if (params && !params.success) throw problem('not_found')
  const query = endpoint.query ? z.safeParse(endpoint.query, request.query) : undefined
  if (query && !query.success) throw validationProblem('query', query.error)
  if (endpoint.bodyTypes) return { params: params?.data, query: query?.data, body: bytesOf(request) }
  // An image where JSON is wanted.
  if (request.body instanceof Uint8Array) throw problem('unsupported_media_type')
  const given = request.body === undefined && endpoint.bodyOptional ? {} : request.body
  if (endpoint.body && given === undefined)
    throw problem('malformed_request', { detail: 'A JSON body is needed.' })
  const body = endpoint.body ? z.safeParse(endpoint.body, given) : undefined
  if (body && !body.success) throw validationProblem('body', body.error)
  return { params: params?.data, query: query?.data, body: body?.data }
}

function bytesOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array()
}

function services(deps: KernelDeps, request: FastifyRequest, reply: FastifyReply) {
  return {
    db: deps.db,
    clock: deps.clock,
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => await inTransaction(deps.db, work),
    requestId: request.id,
    request,
    reply,
  }
}

async function run(
  endpoint: EndpointDefinition,
  handler: Route['handler'],
  ctx: Context,
  request: FastifyRequest,
  actor: Actor | null,
  deps: KernelDeps,
): Promise<unknown> {
  const within = (tx: Tx) => handler({ ...ctx, db: tx, transaction: (work) => work(tx) })
  if (endpoint.signedOnce && actor && isSigned(request)) {
    const named = { actor: actorKey(actor), signature: signatureKey(request) }
    return await withSignature(deps.db, named, within)
  }
  const keys = endpoint.idempotent && actor ? idempotencyKeys(request) : []
  if (keys.length === 0 || !actor) return await handler(ctx)
  const keyed = { actor: actorKey(actor), keys, request: [request.method, request.url, request.body ?? null] }
  return await withIdempotencyKey(deps.db, keyed, within)
}

/**
 * What makes a request the same one when it comes again. The key is no part of what is signed, so a signed request is
 * known by its signature first, however it is spelt: a captured request cannot be changed.
 */
export function idempotencyKeys(request: FastifyRequest): string[] {
  const signature = isSigned(request) ? [signatureKey(request)] : []
  const key = request.headers['idempotency-key']
  if (key === undefined) return signature
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw problem('malformed_request', { detail: 'Idempotency-Key is 1 to 200 printable characters.' })
  return [...signature, key]
}

/** A request's signature, with a space that no key of a sender's has. */
function signatureKey(request: FastifyRequest): string {
  return `signature ${signedRequest(request).signature.toLowerCase()}`
}

function send(endpoint: EndpointDefinition, result: unknown, reply: FastifyReply, deps: KernelDeps) {
  // A handler that wrote its own answer (CSV, a redirect) returns the reply; awaited, it is undefined once sent. One
  // that the client did not wait for has begun and never ended, or had no connection left to begin on.
  if (result === reply || reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply
  if (result instanceof FileAnswer) return sendFile(endpoint, result, reply, deps)
  const { status, body } = result instanceof Answer ? result : { status: 200, body: result }
  deps.contractCheck?.answer(endpoint, status, body)
  reply.code(status)
  // An answer without a body says no media type either: `null` as JSON would be one.
  return body === null || body === undefined ? reply.send() : reply.send(body)
}

function sendFile(
  endpoint: EndpointDefinition,
  { content, name }: FileAnswer,
  reply: FastifyReply,
  deps: KernelDeps,
) {
  deps.contractCheck?.file(endpoint)
  content.once('error', (error) => reply.log.error({ err: error, endpoint: endpoint.id }, 'file broke off'))
  return reply
    .type(endpoint.answerType!)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
