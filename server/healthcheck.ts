import { readConfig } from './config.ts'

// For a supervisor that knows no HTTP: status 0 where the process with these settings lives, 1 where it does not.
// `worker` asks the worker at WORKER_PORT.
const { host, port, workerPort } = readConfig()
const at = process.argv[2] === 'worker' ? workerPort : port
const name =
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
const isAlive = await fetch(`http://${name}:${at}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isAlive ? 0 : 1
