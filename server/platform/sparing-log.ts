import type { Logger } from 'pino'

/** Logs a failure of one kind; what it is called with is pino's. A `reqId` among the fields is never dropped. */
export type SparingLog = (kind: string, fields: object, message: string) => void

/** Requests of one kind and window whose ids are named; beyond that there is a number, so that an outage fills no disk. */
const namedMax = 1_000

/**
 * For failures that come with every request while something outside is wrong: the first of a kind is logged at once,
 * and those of the next 10 s in one line with their number and the ids of their requests.
 */
export function sparingLog(log: Logger, everyMs = 10_000): SparingLog {
  const more = new Map<string, { count: number; reqIds: string[] }>()
  return (kind, fields, message) => {
    const known = more.get(kind)
    if (known !== undefined) {
      known.count += 1
      const { reqId } = fields as { reqId?: string }
      if (reqId !== undefined && known.reqIds.length < namedMax) known.reqIds.push(reqId)
      return
    }
    const since = { count: 0, reqIds: [] as string[] }
    more.set(kind, since)
    log.error(fields, message)
    setTimeout(() => {
      more.delete(kind)
      const { count, reqIds } = since
      if (count === 0) return
      log.error({ kind, count, ...(reqIds.length > 0 && { reqIds }) }, `${message} (more of the same)`)
    }, everyMs).unref()
  }
}
