import { GONE_AFTER_SEC, runningProcesses, workerSilence } from '../platform/running-processes.ts'
import { programVersion } from '../platform/migration-files.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Whether something works on the jobs while people are served. One that is restarted has a minute, as at /readyz. */
export async function checkWorker({ db, readiness }: Patient): Promise<Diagnosis> {
  const name = 'worker'
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  const running = await runningProcesses(db)
  const workers = running.filter(({ works }) => works).length
  if (workers > 0)
    return {
      name,
      verdict: 'ok',
      says: workers === 1 ? 'one works on the jobs' : `${workers} work on the jobs`,
    }
  if (!readiness && running.length === 0) return { name, verdict: 'not checked', says: 'no process runs' }
  const silent = await workerSilence(db)
  if (silent !== null && silent <= GONE_AFTER_SEC)
    return {
      name,
      verdict: 'not checked',
      says: `none for ${Math.round(silent)} s: one that starts again is given a minute`,
    }
  const since = silent === null ? 'within a day' : `for ${Math.round(silent)} s`
  return {
    name,
    verdict: 'problem',
    says: `none has said ${since} that it lives: mails, webhooks and payments wait. Start it again: systemctl restart crels-worker, or npm run start:worker`,
  }
}

const nodeMin = 24

/** Whether processes are of one version, on a Node that is supported. */
export async function checkVersions({ db }: Patient): Promise<Diagnosis> {
  const name = 'versions'
  const own = programVersion()
  const node = process.versions.node
  if (Number.parseInt(node, 10) < nodeMin)
    return {
      name,
      verdict: 'problem',
      says: `Node ${node} is older than ${nodeMin}: start by npm, which brings its own`,
    }
  const running = db ? new Set((await runningProcesses(db)).map(({ version }) => version)) : new Set<string>()
  running.delete(own)
  if (running.size > 0)
    return {
      name,
      verdict: 'warning',
      says: `this is ${own}, and processes of ${[...running].join(', ')} run: finish the upgrade (docs/operating.md#upgrade)`,
    }
  return { name, verdict: 'ok', says: `Crels ${own}, Node ${node}` }
}
