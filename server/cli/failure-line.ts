import { startLine } from '../platform/start-line.ts'

/** What was wrong with a value, as schemas and `validation_failed` say it. */
interface Issue {
  path: string | PropertyKey[]
  message: string
}

/** One line for people about a command that failed. */
export function failureLine(error: unknown): string {
  const issues = issuesOf(error)
  return startLine(error) ?? (issues ? issues.map(issueText).join('; ') : firstLine(error as Error))
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

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0]!
}
