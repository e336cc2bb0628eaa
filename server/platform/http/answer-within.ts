import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { EndpointCall, EndpointSchemas, Sent } from '#contracts/endpoint.ts'
import type { Tx } from '../database.ts'
import { inTransaction } from '../transaction.ts'
import type { MemberActor } from './actors.ts'
import type { Context, Route } from './bind.ts'
import type { KernelDeps } from './routes.ts'

/** A `GET` call as a browser would make it. */
export interface CallWithin {
  endpoint: EndpointCall
  sent: Sent<EndpointCall>
}

/** Who asks, and by which request. */
export interface Asking {
  /** Null for a visitor. */
  actor: MemberActor | null
  request: FastifyRequest
  reply: FastifyReply
  /** A read-only transaction that all of it is read in, by somebody else than the member: it counts against no limit. */
  snapshot?: Tx
}

/** The answer of an endpoint to a member or a visitor, without HTTP and bearer. Throws as the endpoint does. */
export type AnswerWithin = (call: CallWithin, asking: Asking) => Promise<unknown>

/** Names a call with what it sends, checked by the endpoint's own types. */
export function callWithin<E extends EndpointCall>(endpoint: E, sent: Sent<E> = {}): CallWithin {
  return { endpoint, sent: sent as Sent<EndpointCall> }
}

/**
 * Answers `GET` calls for a page that carries them: they count against the member's limit, where there is one, are parsed and handled as over
 * HTTP, and are held to their contract. Who the member is, the caller has made sure of. A handler's headers land on
 * `reply`: the caller sets its own afterwards.
 */
export function answersWithin(routes: readonly Route[], deps: KernelDeps): AnswerWithin {
  const byId = new Map(routes.map((route) => [route.endpoint.id, route]))
  return async ({ endpoint: { id }, sent }, { actor, request, reply, snapshot }) => {
    const { endpoint, handler, absent } = byId.get(id)!
    if (absent || endpoint.method !== 'GET') throw new Error(`${id} cannot be answered within a page`)
    if (!snapshot && actor) await deps.rateLimiter.actor(endpoint, request, actor)
    const answer = await handler({
      params: parsed(endpoint.params, sent.params),
      query: parsed(endpoint.query, sent.query ?? {}),
      body: undefined,
      actor: endpoint.access === 'bearer' || endpoint.bearerOptional ? actor : null,
      db: snapshot ?? deps.db,
      clock: deps.clock,
      transaction: async (work) => (snapshot ? await work(snapshot) : await inTransaction(deps.db, work)),
      requestId: request.id,
      request: askingForJson(request),
      reply,
    } as Context)
    deps.contractCheck?.answer(endpoint, 200, answer)
    return answer
  }
}

/**
 * Of a page's request an endpoint sees all but what kind of answer the page is to be: a file or a stream is none of it.
 * No answer is older than the stream's state that the page carries: of what changed before that the browser never hears.
 */
function askingForJson(request: FastifyRequest): FastifyRequest {
  const headers = { ...request.headers, accept: 'application/json', 'cache-control': 'no-cache' }
  return Object.create(request, { headers: { value: headers } }) as FastifyRequest
}

function parsed(schema: EndpointSchemas['params'], value: unknown): unknown {
  return schema && z.parse(schema, value)
}
