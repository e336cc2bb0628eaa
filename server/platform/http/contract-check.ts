import * as z from 'zod/mini'
import type { EndpointDefinition } from '#contracts/endpoint.ts'
import type { ProblemCode } from '#contracts/errors.ts'
import type { Route } from './bind.ts'
import { problemCodesOf } from './openapi.ts'

/** Holds handlers to their contracts, so that a disagreement is seen in development, not by a client. */
export interface ContractCheck {
  /** Throws unless the contract knows this answer. */
  answer(endpoint: EndpointDefinition, status: number, body: unknown): void
  /** Throws unless the contract says that this endpoint answers with a file. */
  file(endpoint: EndpointDefinition): void
  /** Throws unless the contract names this refusal. */
  refusal(endpoint: EndpointDefinition, code: ProblemCode): void
}

/** The check of answers against their schemas, and of refusals against what the OpenAPI document names. */
export function contractCheck(): ContractCheck {
  return {
    answer: ({ id, answerType, responses }, status, body) => {
      if (answerType) throw new Error(`${id} answered without the ${answerType} of its contract`)
      const schema = responses[status]
      if (schema === undefined) throw new Error(`${id} answered ${status}, which its contract does not know`)
      if (schema === null) {
        if (body !== undefined && body !== null) throw new Error(`${id} answered ${status} with a body`)
        return
      }
      const result = z.safeParse(schema, body)
      if (!result.success) throw new Error(`${id} broke its contract: ${z.prettifyError(result.error)}`)
    },
    file: ({ id, answerType }) => {
      if (!answerType) throw new Error(`${id} answered with a file, which its contract does not know`)
    },
    refusal: (endpoint, code) => {
      if (!problemCodesOf(endpoint).includes(code))
        throw new Error(`${endpoint.id} refused with ${code}, which the errors of its contract do not name`)
    },
  }
}

/**
 * Throws unless every endpoint of the contracts is bound, and nothing else is: what is missing from the list would
 * work, and be in no document and no test.
 */
export function requireWhole(endpoints: readonly EndpointDefinition[], routes: readonly Route[]): void {
  const bound = new Set(routes.map(({ endpoint }) => endpoint))
  const missing = [
    ...endpoints
      .filter((endpoint) => !bound.has(endpoint))
      .map(({ id }) => `${id} is bound by no module: its routes.ts, and server/modules.ts`),
    ...[...bound]
      .filter((endpoint) => !endpoints.includes(endpoint))
      .map(({ id }) => `${id} is bound and not listed in contracts/endpoints.ts or operator-endpoints.ts`),
  ]
  if (missing.length > 0) throw new Error(missing.join('\n'))
}
