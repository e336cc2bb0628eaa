/** What a query is refused with while the database does not answer: at once, instead of after a time-out. */
export class DatabaseAway extends Error {
  constructor() {
    super('The database does not answer')
    this.name = 'DatabaseAway'
  }
}

/**
 * Whether a thrown thing, or what caused it, says that PostgreSQL cannot work just now: it cannot be reached, is
 * shutting down or starting, has no connection, memory or disk left, or took longer than a statement may. What was
 * under way may have been committed all the same, so a retry needs an idempotency key.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAway) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && (sqlStates.test(code) || systemCodes.test(code))) return true
  return syscall === 'connect' || withoutCode.test(error.message) || isOutage(error.cause)
}

/** 08 connection, 53 resources, 57P0x shutdown and start, 57014, 55P03 and 25P03/4 a time-out of ours. */
const sqlStates = /^(08...|53...|57P0[1-5]|57014|55P03|25P0[34])$/
const systemCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** `pg` and its pool have no code for these. The third is what a rollback says on a connection that was lost. */
const withoutCode =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/
