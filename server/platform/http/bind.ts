import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, EndpointCall, EndpointDefinition, Parsed, SchemasOf } from '#contracts/endpoint.ts'
import { definitionOf } from '#contracts/endpoints.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../database.ts'
import type { BrandActor, MemberActor, OperatorCaller } from './actors.ts'
import { problem } from './problems.ts'

type ActorOf<E extends EndpointCall> = E['access'] extends 'bearer'
  ? MemberActor
  : E['access'] extends 'brand'
    ? BrandActor
    : E['access'] extends 'operator'
      ? OperatorCaller
      : SchemasOf<E> extends { bearerOptional: true }
        ? MemberActor | null
        : null

/** What a handler works with: the parsed request, who asks, and one way into the database. */
export interface Context<E extends EndpointCall = EndpointCall> extends Parsed<E> {
  actor: ActorOf<E>
  db: Db
  clock: Clock
  /** Runs `work` in one READ COMMITTED transaction; with an Idempotency-Key, in the one that also keeps the answer. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  requestId: string
  request: FastifyRequest
  reply: FastifyReply
}

/** A successful answer with a status other than 200. */
export class Answer<T> {
  readonly status: number
  readonly body: T

  constructor(status: number, body: T) {
    this.status = status
    this.body = body
  }
}

/** Answers with `status`, e.g. `answer(201, enrolment)`; 204 has no body. */
export function answer<T>(status: number, body: T): Answer<T> {
  return new Answer(status, body)
}

/** A successful answer of an endpoint with an `answerType`: a file, sent as it is made. */
export class FileAnswer {
  readonly content: Readable
  readonly name: string

  constructor(content: Readable, name: string) {
    this.content = content
    this.name = name
  }
}

/** Answers with a file to be saved as `name`: letters, digits, dots and dashes. */
export function answerFile(content: Readable, name: string): FileAnswer {
  return new FileAnswer(content, name)
}

export type Handler<E extends EndpointCall> = (
  ctx: Context<E>,
) => Promise<SchemasOf<E> extends { answerType: string } ? FileAnswer : AnswerOf<E> | Answer<AnswerOf<E>>>

/** An endpoint with its handler. */
export interface Route {
  endpoint: EndpointDefinition
  handler: (ctx: Context) => Promise<unknown>
  /** The endpoint does not exist here: it answers as every unknown address does. */
  absent?: true
}

/** Binds an endpoint to its handler; the types of its schemas are the types of the handler. */
export function bind<E extends EndpointCall>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint: definitionOf(endpoint), handler }
}

/** An endpoint that an installation does not have, because something else is set up in its place. */
export function absent({ endpoint }: { endpoint: EndpointCall }): Route {
  return {
    endpoint: definitionOf(endpoint),
    absent: true,
    handler: () => Promise.reject(problem('not_found')),
  }
}
