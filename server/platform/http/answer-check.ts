import * as z from 'zod/mini'

/** Checks answers against their contracts, so that a disagreement is seen in development, not by a client. */
export function checkAnswer(responses: Record<string, Record<number, z.ZodMiniType | null>>) {
  return (endpointId: string, status: number, body: unknown): void => {
    const schema = responses[endpointId]?.[status]
    if (schema === undefined)
      throw new Error(`${endpointId} answered ${status}, which its contract does not know`)
    if (schema === null) {
      if (body !== undefined && body !== null) throw new Error(`${endpointId} answered ${status} with a body`)
      return
    }
    const result = z.safeParse(schema, body)
    if (!result.success) throw new Error(`${endpointId} broke its contract: ${z.prettifyError(result.error)}`)
  }
}
