import type { EndpointDefinition } from './endpoint.ts'
import { getOpenApi } from './openapi.ts'
import { getUsdToCrels } from './exchange.ts'

/** Every endpoint there is: what the server must bind, OpenAPI describes and the walk visits. */
export const endpoints: EndpointDefinition[] = [getOpenApi, getUsdToCrels]
