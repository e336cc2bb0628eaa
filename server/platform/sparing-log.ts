import type { Logger } from 'pino'

/** Logs a failure of one kind; what it is called with is pino's. */
export type SparingLog = (kind: string, fields: object, message: string) => void

/**
 * For failures that come with every request while something outside is wrong: the first of a kind is logged at once,
 * and those of the next 10 s in one line with their number, so that an outage fills no disk.
 */
export function sparingLog(log: Logger, everyMs = 10_000): SparingLog {
  const more = new Map<string, number>()
  return (kind, fields, message) => {
    const known = more.get(kind)
    if (known !== undefined) return void more.set(kind, known + 1)
    more.set(kind, 0)
    log.error(fields, message)
    setTimeout(() => {
      const count = more.get(kind)!
      more.delete(kind)
      if (count > 0) log.error({ kind, count }, `${message} (more of the same)`)
    }, everyMs).unref()
  }
}
