import { SettingProblem } from '../read-setting.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'
import { MigrationProblem } from './migration-transaction.ts'

/** One clear line for a start that failed, or undefined where only a stack trace helps. */
export function startLine(error: unknown): string | undefined {
  if (error instanceof SettingProblem || error instanceof StartProblem || error instanceof MigrationProblem)
    return error.message
  const failure = error as Failure
  const line = listenLine(failure) ?? diskLine(failure) ?? databaseLine(failure)
  return line ?? (failure.cause ? startLine(failure.cause) : undefined)
}

type Failure = NodeJS.ErrnoException & { address?: string; port?: number }

function listenLine({ code, address, port }: Failure): string | undefined {
  if (code === 'EADDRINUSE')
    return `PORT: ${address}:${port} is taken by another program; set PORT to a free one`
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is not an address of this machine`
  if (code === 'EACCES' && port !== undefined)
    return `PORT: ${port} needs more rights; set PORT to one above 1023`
  return undefined
}

function diskLine({ code, path }: Failure): string | undefined {
  if (code === 'EACCES' || code === 'EROFS')
    return `DATA_DIR: cannot write ${path ?? 'there'}; set DATA_DIR to a folder this user may write`
  if (code === 'ENOSPC') return `DATA_DIR: no space left on the disk${path ? ` (${path})` : ''}`
  return undefined
}

/** What the driver says, without a code, of a server that has no TLS. */
export function isWithoutTls(message: string): boolean {
  return message === 'The server does not support SSL connections'
}

/** What the driver and PostgreSQL (five characters, its appendix A) say when there is no working with a database. */
function databaseLine({ code = '', syscall, message }: Failure): string | undefined {
  if (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/.test(code) ||
    syscall === 'connect'
  )
    return `DATABASE_URL: cannot reach the database (${message || code})`
  if (isWithoutTls(message))
    return 'DATABASE_URL: the database speaks no TLS, and sslmode of its address asks for it'
  // What the driver says without a code, where the server died in the middle of a query.
  if (/^Connection terminated\b/.test(message))
    return 'The database ended the connection before it had answered'
  if (code === '28P01' || code === '28000') return `DATABASE_URL: the database refuses this user or password`
  if (code === '3D000') return `DATABASE_URL: that database does not exist`
  if (code === '53100') return `DATA_DIR: the disk of the database is full (${message})`
  // No rights, too many connections, starting up or shutting down.
  if (/^(42501|08...|53...|57P0[1-3])$/.test(code)) return `DATABASE_URL: ${message}`
  return undefined
}
