import { ApiProblem } from '#web/platform/api-problem.ts'

/** What is wrong with which field, by its name in a draft; empty where nothing of a field is to blame. */
export function issuesOf(error: unknown): Partial<Record<string, string>> {
  if (!(error instanceof ApiProblem)) return {}
  if (error.code === 'code_taken') return { code: error.detail }
  const fields = error.issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])
  return Object.fromEntries(fields)
}

/** Codes that are free, where the wanted one was refused. */
export function suggestionsOf(error: unknown): string[] {
  const given = error instanceof ApiProblem ? error.extra.suggestions : undefined
  return Array.isArray(given) ? given.filter((code) => typeof code === 'string') : []
}
