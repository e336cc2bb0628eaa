import { pino } from 'pino'

/**
 * A line of the process itself, beside its log: a start says how far it is, a failed one why. It is said whatever
 * `LOG_LEVEL` is. In production it is JSON as the log's lines are, for whoever collects both from one stream; in
 * development it is the bare line, for whoever sits before it.
 */
export function processLine(level: 'info' | 'fatal', line: string, env = process.env['NODE_ENV']): string {
  if (env !== 'production') return `${line}\n`
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: pino.levels.values[level], time, msg: line })}\n`
}
