import * as z from 'zod/mini'

export const openApiDocument = z.looseObject({ openapi: z.string() })
export type OpenApiDocument = z.output<typeof openApiDocument>

export const openApiResponses = { getOpenApi: { 200: openApiDocument } }
