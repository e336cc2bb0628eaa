import { startLine } from '../platform/start-line.ts'

/** What was wrong with a value, as schemas and `validation_failed` say it. */
interface Issue {
  path: string | PropertyKey[]
  message: string
}

/** A command failed, and its message is the line for people, whatever the cause was. */
export class CommandFailure extends Error {}

/** One line for people about a command that failed. */
export function failureLine(error: unknown): string {
  if (error instanceof CommandFailure) return error.message
  const issues = issuesOf(error)
  return (
    startLine(error) ??
    (issues ? issues.map(issueText).join('; ') : (databaseLine(error) ?? firstLine(error as Error)))
  )
}

/** What PostgreSQL refuses, by SQLSTATE (its appendix A). */
const refusals: [code: RegExp, words: string][] = [
  [/^23502$/, 'A value is missing.'],
  [/^23503$/, 'It names something that is not there, or that something else needs.'],
  [/^23505$/, 'There is one like it already.'],
  [/^(22...|23514)$/, 'A value is not acceptable.'],
  [/^40...$/, 'Someone else changed this at the same moment: try again.'],
  [/^(57014|55P03)$/, 'The database took too long: try again.'],
]

/**
 * Words for what the database refused where no use case did: its own messages name tables and constraints, which say
 * nothing to people. Those of our triggers are sentences of ours and pass.
 */
function databaseLine(error: unknown): string | undefined {
  const { code, severity, constraint, message, cause } = error as Partial<Refusal>
  if (severity === undefined || !/^[0-9A-Z]{5}$/.test(code ?? ''))
    return cause ? databaseLine(cause) : undefined
  if (code === '23514' && constraint === undefined) return firstLine({ message: message! })
  const words = refusals.find(([form]) => form.test(code!))?.[1] ?? 'The database could not do this.'
  return `${words} Nothing was changed (${code})`
}

/** As the driver throws it. */
interface Refusal {
  code: string
  severity: string
  constraint: string | undefined
  message: string
  cause: unknown
}

function issuesOf(error: unknown): Issue[] | undefined {
  const { issues, options } = error as { issues?: Issue[]; options?: { members?: { issues?: Issue[] } } }
  return issues ?? options?.members?.issues
}

function issueText({ path, message }: Issue): string {
  const at = (typeof path === 'string' ? path : path.join('.')).replace(/^body\./, '')
  if (message.endsWith('received undefined')) return `${at}: missing`
  return at ? `${at}: not acceptable (${message})` : message
}

function firstLine({ message }: Pick<Error, 'message'>): string {
  return message.split('\n', 1)[0]!
}
