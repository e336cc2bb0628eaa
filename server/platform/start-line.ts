import { SettingProblem } from '../config.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'
import { MigrationProblem } from './migrate.ts'

/** One clear line for a start that failed, or undefined where only a stack trace helps. */
export function startLine(error: unknown): string | undefined {
  if (error instanceof SettingProblem || error instanceof StartProblem || error instanceof MigrationProblem)
    return error.message
  const { code, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `PORT: ${address}:${port} is taken by another program; set PORT to a free one`
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is not an address of this machine`
  if (code === 'EACCES' && port !== undefined)
    return `PORT: ${port} needs more rights; set PORT to one above 1023`
  if (code === 'EACCES' || code === 'EROFS')
    return `DATA_DIR: cannot write ${path ?? 'there'}; set DATA_DIR to a folder this user may write`
  if (code === 'ENOSPC') return `DATA_DIR: no space left on the disk${path ? ` (${path})` : ''}`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return `DATABASE_URL: cannot reach the database (${(error as Error).message || code})`
  if (code === '28P01' || code === '28000') return `DATABASE_URL: the database refuses this user or password`
  if (code === '3D000') return `DATABASE_URL: that database does not exist`
  return undefined
}
