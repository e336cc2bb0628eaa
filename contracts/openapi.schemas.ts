import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'

export const openApiDocument = z.looseObject({ openapi: z.string() })
export type OpenApiDocument = z.output<typeof openApiDocument>

export const openApiSchemas = {
  getOpenApi: {
    summary: 'This document.',
    tag: 'openapi',
    responses: { 200: openApiDocument },
  },
} satisfies Record<string, EndpointSchemas>
