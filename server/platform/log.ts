import { pino, type Logger } from 'pino'

/** The process's log: JSON lines on standard output; secrets and addresses are never among the fields. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        'authorization',
        '*.authorization',
        'cookie',
        '*.cookie',
        'email',
        '*.email',
      ],
      censor: '[hidden]',
    },
  })
}
