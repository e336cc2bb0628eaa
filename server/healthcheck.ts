import { readConfig } from './config.ts'
import { loopbackAddress } from './platform/loopback-address.ts'

// For a supervisor that knows no HTTP: status 0 where the process with these settings lives, 1 where it does not.
// `worker` asks the worker at WORKER_PORT.
const { host, port, workerPort } = readConfig()
const at = process.argv[2] === 'worker' ? workerPort : port
const isAlive =
  at !== null &&
  (await fetch(`${loopbackAddress(host, at)}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  ))
process.exitCode = isAlive ? 0 : 1
