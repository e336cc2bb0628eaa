import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** The process's log: JSON lines, on standard output by default; secrets and addresses are never among the fields. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options: LoggerOptions = {
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
  }
  return pino(options, destination)
}
