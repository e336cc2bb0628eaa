import type * as z from 'zod/mini'
import type { OperatorPermission } from '../rules/operator-permissions.ts'
import type { ProblemCode } from './errors.ts'

/** Who may call an endpoint: anyone, a signed-in member, a brand's server with its key, or an operator. */
export type Access = 'public' | 'bearer' | 'brand' | 'operator'

/** What a brand key may be for; a key has some of them. */
export const BRAND_SCOPES = ['conversions', 'refunds', 'claims', 'webhooks'] as const
export type BrandScope = (typeof BRAND_SCOPES)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType

/** What a caller needs of an endpoint, as data (`<noun>.endpoints.ts`): the browser has no more than this of it. */
export interface EndpointCall {
  /** Operation id, unique over the whole API, and the key of its schemas. */
  id: string
  method: Method
  /** Path with `{name}` parameters, e.g. `/api/v1/campaigns/{id}`. */
  path: string
  access: Access
  /** With access `brand`: what the key must be for. */
  scope?: BrandScope
  /** With access `operator`: what their role, and the scopes of their API key, must allow. */
  permission?: OperatorPermission
  /** With access `operator`: they proved a factor within ten minutes. No API key may call it: keys prove none. */
  recentProof?: boolean
  /** Accepts `Idempotency-Key`: same key and body give the same answer for a week. */
  idempotent?: boolean
  /** It shows what would be and changes nothing, though it is asked with another method than GET. */
  changesNothing?: boolean
}

/** The rest (`<noun>.schemas.ts`): the server parses and answers by it, OpenAPI describes it, tests visit it. */
export interface EndpointSchemas {
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
  /** The successful answers: status → schema; null is an answer without a body, or a file. */
  responses: Readonly<Record<number, Schema | null>>
  /** Problem codes beyond those every endpoint of its access can answer. */
  errors?: readonly ProblemCode[]
  /**
   * A signed request is taken once, and is `conflict` when it comes again: what it does is done each time, and its answer
   * is not kept. Needed where a repetition is neither `idempotent` nor the same by what it says.
   */
  signedOnce?: boolean
  /** Of a public one: who sends a member's bearer is that member, and is refused as elsewhere when it is no good. */
  bearerOptional?: boolean
  /** A member whose e-mail is not verified may call it too. */
  unverifiedAllowed?: boolean
  /** Largest accepted body in bytes; the kernel's default (64 KB) otherwise. */
  bodyLimit?: number
  /** Requests per minute from one account or address; the kernel's default otherwise. */
  ratePerMinute?: number
  /** Accepts and answers cookies; the kernel then checks Origin and Sec-Fetch-Site. */
  cookies?: boolean
}

/** An endpoint with its schemas. */
export type EndpointDefinition = EndpointCall & EndpointSchemas

/** An endpoint with its schemas attached for the type system only. */
export type Endpoint<D extends EndpointCall, S extends EndpointSchemas> = D & { readonly __schemas?: S }

/** The schemas of an endpoint, which it carries as a type. */
export type SchemasOf<E> = E extends { readonly __schemas?: infer S extends EndpointSchemas }
  ? S
  : EndpointSchemas

type PartOf<E, K extends keyof EndpointSchemas> = SchemasOf<E> extends { [P in K]: infer T } ? T : undefined
type OutputOf<E, K extends 'params' | 'query' | 'body'> =
  PartOf<E, K> extends infer S extends Schema ? z.output<S> : undefined
type InputOf<E, K extends 'params' | 'query' | 'body'> =
  PartOf<E, K> extends infer S extends Schema ? z.input<S> : undefined

/** What an endpoint answers when it succeeds. */
export type AnswerOf<E> = AnswerIn<SchemasOf<E>['responses']>
type AnswerIn<R> = { [K in keyof R]: R[K] extends Schema ? z.output<R[K]> : null }[keyof R]

/** What a handler receives after parsing. */
export interface Parsed<E> {
  params: OutputOf<E, 'params'>
  query: OutputOf<E, 'query'>
  body: PartOf<E, 'bodyTypes'> extends readonly string[] ? Uint8Array : OutputOf<E, 'body'>
}

/** What a caller passes. */
export interface Sent<E> {
  params?: InputOf<E, 'params'>
  query?: InputOf<E, 'query'>
  body?: PartOf<E, 'bodyTypes'> extends readonly string[] ? Blob : InputOf<E, 'body'>
}

/**
 * Declares an endpoint: `endpoint<typeof campaignSchemas.getCampaign>()({ id, method, path, access })`.
 *
 * The schemas are a type only, imported with `import type` from `<noun>.schemas.ts`, so that the browser's bundle
 * carries none of them.
 */
export function endpoint<S extends EndpointSchemas>() {
  return <const D extends EndpointCall>(call: D): Endpoint<D, S> => call
}

/** An endpoint together with its schemas. */
export function whole<E extends EndpointCall, S extends SchemasOf<E>>(call: E, schemas: S): E & S {
  return { ...call, ...schemas }
}

/** Whether an endpoint brings its schemas. */
export function isWhole(call: EndpointCall): call is EndpointDefinition {
  return 'responses' in call
}

/** Fills the `{name}` parameters of a path, each percent-encoded. */
export function pathOf(
  definition: Pick<EndpointCall, 'path'>,
  params: Record<string, string | number | undefined> = {},
): string {
  return definition.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${definition.path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

/** Path and query of a call on its origin. What is unset, null or empty is left out; a list becomes one pair each. */
export function urlOf<E extends EndpointCall>(endpoint: E, { params, query }: Sent<E> = {}): string {
  const path = pathOf(endpoint, params as Record<string, string | number> | undefined)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query as Record<string, unknown> | undefined) ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}
