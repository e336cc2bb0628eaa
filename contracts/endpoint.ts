import type * as z from 'zod/mini'
import type { ProblemCode } from './errors.ts'

/** Who may call an endpoint: anyone, a signed-in member, a brand's server with its key, or an operator. */
export type Access = 'public' | 'bearer' | 'brand' | 'operator'

/** What a brand key may be for; a key has some of them. */
export const BRAND_SCOPES = ['conversions', 'refunds', 'claims', 'webhooks'] as const
export type BrandScope = (typeof BRAND_SCOPES)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType

/** The request half of an endpoint, as data: the server binds it, the browser calls it, OpenAPI describes it. */
export interface EndpointDefinition {
  /** Operation id, unique over the whole API, and the key of its responses. */
  id: string
  method: Method
  /** Path with `{name}` parameters, e.g. `/api/v1/campaigns/{id}`. */
  path: string
  access: Access
  /** With access `brand`: what the key must be for. */
  scope?: BrandScope
  /** One sentence for the OpenAPI document. */
  summary: string
  /** The noun it belongs to, a tag in the OpenAPI document. */
  tag: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The body is bytes of one of these media types, not JSON; who may not call is refused before they are read. */
  bodyTypes?: readonly string[]
  /** The body may be missing altogether; an empty body sent as JSON then counts as `{}`. */
  bodyOptional?: boolean
  /** The successful answer is a file of this media type, not JSON; its responses have no schema then. */
  answerType?: string
  /** Media types that a caller may ask for instead of JSON, by `Accept`. */
  alternatives?: readonly string[]
  /** Problem codes beyond those every endpoint of its access can answer. */
  errors?: readonly ProblemCode[]
  /** Accepts `Idempotency-Key`: same key and body give the same answer for a week. */
  idempotent?: boolean
  /**
   * A signed request is taken once, and is `conflict` when it comes again: what it does is done each time, and its answer
   * is not kept. Needed where a repetition is neither `idempotent` nor the same by what it says.
   */
  signedOnce?: boolean
  /** A member whose e-mail is not verified may call it too. */
  unverifiedAllowed?: boolean
  /** Largest accepted body in bytes; the kernel's default (64 KB) otherwise. */
  bodyLimit?: number
  /** Requests per minute from one account or address; the kernel's default otherwise. */
  ratePerMinute?: number
  /** Accepts and answers cookies; the kernel then checks Origin and Sec-Fetch-Site. */
  cookies?: boolean
}

/** An endpoint with the type of its successful answer attached, for the type system only. */
export type Endpoint<D extends EndpointDefinition = EndpointDefinition, R = unknown> = D & {
  readonly __answer?: R
}

export type AnswerOf<E> = E extends { readonly __answer?: infer R } ? R : never
type OutputOf<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends Schema }
  ? z.output<S>
  : undefined
type InputOf<E, K extends 'params' | 'query' | 'body'> = E extends { [P in K]: infer S extends Schema }
  ? z.input<S>
  : undefined

/** What a handler receives after parsing. */
export interface Parsed<E> {
  params: OutputOf<E, 'params'>
  query: OutputOf<E, 'query'>
  body: E extends { bodyTypes: readonly string[] } ? Uint8Array : OutputOf<E, 'body'>
}

/** What a caller passes. */
export interface Sent<E> {
  params?: InputOf<E, 'params'>
  query?: InputOf<E, 'query'>
  body?: E extends { bodyTypes: readonly string[] } ? Blob : InputOf<E, 'body'>
}

/**
 * Declares an endpoint: `endpoint<Answer>()({ id, method, path, … })`.
 *
 * The answer is a type only, imported with `import type` from `<noun>.responses.ts`,
 * so that the browser's bundle carries no response schemas.
 */
export function endpoint<R>() {
  return <const D extends EndpointDefinition>(definition: D): Endpoint<D, R> => definition
}

/** Fills the `{name}` parameters of a path, each percent-encoded. */
export function pathOf(
  definition: Pick<EndpointDefinition, 'path'>,
  params: Record<string, string | number | undefined> = {},
): string {
  return definition.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${definition.path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
