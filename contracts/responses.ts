import type * as z from 'zod/mini'
import { exchangeResponses } from './exchange.responses.ts'
import { openApiResponses } from './openapi.responses.ts'

/** The schema of every successful answer: endpoint id → status → schema; null is an answer without a body. */
export const responses: Record<string, Record<number, z.ZodMiniType | null>> = {
  ...exchangeResponses,
  ...openApiResponses,
}
