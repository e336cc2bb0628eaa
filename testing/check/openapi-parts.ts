import type { Document, Schema } from './schema-forms.ts'

/** An OpenAPI 3.1 document, as far as it is compared. */
export interface OpenApi extends Document {
  paths: Record<string, Record<string, Operation>>
  security?: Requirement[]
  components?: Document['components'] & { securitySchemes?: Record<string, { description?: string }> }
}

/** Credentials that are needed together, by scheme. */
export type Requirement = Record<string, string[]>

/** Bodies by media type. */
export type Content = Record<string, { schema?: Schema }>

/** What one method of a path takes and answers. */
export interface Operation {
  operationId?: string
  security?: Requirement[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content; 'x-problem-codes'?: string[] }>
}

/** A value in the path, the query or a header. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}
