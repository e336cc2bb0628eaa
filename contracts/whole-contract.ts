import {
  whole,
  type EndpointCall,
  type EndpointDefinition,
  type EndpointSchemas,
  type SchemasOf,
} from './endpoint.ts'

/**
 * The endpoints of a noun, each with its schemas. An endpoint without its schemas, schemas without an endpoint, and an
 * endpoint that is exported under another name than its id are type errors.
 */
export function wholeContract<
  E extends { [K in keyof E]: EndpointCall & { id: K } },
  S extends { [K in keyof E]: SchemasOf<E[K]> & EndpointSchemas },
>(calls: E, schemas: S & Record<Exclude<keyof S, keyof E>, never>): (EndpointDefinition & { id: keyof E })[] {
  const ids = Object.keys(calls) as (keyof E)[]
  const definitions = ids.map((id): EndpointDefinition =>
    whole<EndpointCall, EndpointSchemas>(calls[id], schemas[id]),
  )
  return definitions as (EndpointDefinition & { id: keyof E })[]
}
