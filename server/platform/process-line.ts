import { pino } from 'pino'

/**
 * A line of the process itself, beside its log: a start says how far it is, a failed one why. It is written at every
 * `LOG_LEVEL`. In production it is JSON like the log's lines, which share its stream; in development it is the bare
 * line.
 */
export function processLine(level: 'info' | 'fatal', line: string, env = process.env['NODE_ENV']): string {
  if (env !== 'production') return `${line}\n`
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: pino.levels.values[level], time, msg: line })}\n`
}
