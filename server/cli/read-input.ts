import * as z from 'zod'

/** What a command was given, as its schema reads it. Throws one line a problem, for people. */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(z.prettifyError(result.error))
  return result.data
}
