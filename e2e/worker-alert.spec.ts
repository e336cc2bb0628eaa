import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { freePort } from '#testing/free-port.ts'
import { endPrograms, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

let database: TestDatabase | undefined
let app: TestApp | undefined
let beside: TestApp | undefined
afterAll(async () => {
  await endPrograms()
  await beside?.close()
  await app?.close()
  await database?.drop()
})

const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined

test.skipIf(!hasPrometheus)(
  'a worker that is killed is an alert of a real Prometheus by our rules (skipped without prometheus)',
  async () => {
    database = await createTestDatabase()
    const token = 'a token of the tests'
    const settings = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: temporaryDataDir(),
      SECRET: 'the secret of all tests, long enough to be one',
      METRICS_TOKEN: token,
      WORKER_PORT: String(await freePort()),
    }
    const worker = startProgram([process.execPath, 'server/worker.ts'], settings)
    await worker.saying('Crels works on its jobs')
    const prometheus = await startPrometheus({ workers: [`127.0.0.1:${settings.WORKER_PORT}`] }, token)
    await expect.poll(async () => await prometheus.value('up{job="crels-worker"}')).toBe('1')
    expect(await prometheus.value('max(crels_processes{role="works"})')).toBe('1')
    // Nothing serves here. Busy at its start, the worker may be late for a scrape or two.
    await expect.poll(prometheus.firing).toEqual(['CrelsNoProcess'])

    worker.kill('SIGKILL')
    await expect.poll(prometheus.firing, { interval: 250 }).toContain('CrelsWorkerDown')
  },
)

const provingJobs = [
  'reconcile',
  'reconcile-earnings',
  'reconcile-redemptions',
  'reconcile-shop',
  'check-leaderboard',
  'check-audit-log',
]

/**
 * Series that are there after a fault alone, while something waits, or by a setting: what a rule asks of them is 0 until
 * then.
 */
const seldom = [
  // A failure of ours.
  'crels_http_request_seconds_count{status="5xx"}',
  // While something is due.
  'crels_queue_due',
  'crels_queue_oldest_seconds',
  'crels_queue_oldest_seconds{queue!="analytics"}',
  'crels_queue_oldest_seconds{queue="analytics"}',
  // After a backup.
  'crels_backup{metric="age_seconds"}',
  // DATABASE_REPLICA_URLS, CLICKHOUSE_URL, NATS_URL and REDIS_URL.
  'crels_replica_used',
  'crels_replica_lag_seconds',
  'crels_click_batches{metric="oldest_seconds"}',
  'crels_click_batches{metric="missing"}',
  'crels_click_forgetting',
  'crels_click_log{metric="waiting"}',
  'crels_click_log{metric="oldest_seconds"}',
  'crels_click_log{metric="kept_seconds"}',
  'crels_click_log{metric="lagging"}',
  'crels_click_log{metric="answers"}',
  'crels_readiness_finding{check="redis"}',
]

test.skipIf(!hasPrometheus)(
  'each series that a rule or the dashboard asks for is in a real Prometheus, by its labels (skipped without prometheus)',
  async () => {
    const token = 'a token of the tests'
    app = await startTestApp({ metricsToken: token })
    beside = await startBeside(app, { metricsToken: token })
    await app.listen()
    await beside.work()
    const worker = new URL(await beside.watch(await freePort())).host
    const { port } = app.server.server.address() as { port: number }
    for (const name of provingJobs)
      await beside.db.transaction().execute(async (tx) => await beside!.jobs.add(tx, name, {}))
    const prometheus = await startPrometheus({ serving: [`127.0.0.1:${port}`], workers: [worker] }, token)
    const expressions = shownExpressions()
    const wanted = new Set(expressions.flatMap(selectorsOf))
    expect([...wanted]).toEqual(expect.arrayContaining(seldom))
    expect(wanted.size - seldom.length).toBeGreaterThan(25)
    const missing = async () => {
      const found: string[] = []
      for (const one of wanted)
        if (!seldom.includes(one) && (await prometheus.labels(one)).length === 0) found.push(one)
      return found
    }
    await expect.poll(missing, { interval: 1_000, timeout: 60_000 }).toEqual([])
    // A label that Prometheus has for its own is renamed in a scrape, and no rule finds it.
    expect(await prometheus.labels('{exported_job!=""} or {exported_instance!=""}')).toEqual([])
    for (const expression of expressions) {
      const selectors = selectorsOf(expression)
      if (selectors.some((one) => seldom.includes(one))) continue
      const series = (await Promise.all(selectors.map(prometheus.labels))).flat()
      const labels = new Set(series.flatMap((one) => Object.keys(one)))
      expect([...labels], expression).toEqual(expect.arrayContaining(labelsOf(expression)))
    }
  },
)

/** What every rule and every panel asks. */
function shownExpressions(): string[] {
  const own = (name: string) => readFileSync(path.join(import.meta.dirname, '../deploy', name), 'utf8')
  const { groups } = parse(own('prometheus/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
  const { panels } = JSON.parse(own('grafana/crels.json')) as { panels: { targets?: { expr: string }[] }[] }
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
}

/** Each `metric{labels}` of an expression. */
function selectorsOf(expression: string): string[] {
  return [...expression.matchAll(/\b(?:(?:crels|nodejs|process)_[a-z0-9_]+|up\b)(?:\{[^}]*\})?/g)].map(
    ([one]) => one,
  )
}

/** The labels that an expression goes by. */
function labelsOf(expression: string): string[] {
  return [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
}

/** A Prometheus with our rules and our way of scraping, which looks every second and waits no minute. */
async function startPrometheus(
  { serving = [], workers }: { serving?: string[]; workers: string[] },
  token: string,
) {
  const folder = temporaryFolder('prometheus')
  const at = (name: string) => path.join(folder, name)
  const own = (name: string) =>
    readFileSync(path.join(import.meta.dirname, '../deploy/prometheus', name), 'utf8')
  writeFileSync(at('token'), token)
  writeFileSync(at('alerts.yml'), own('alerts.yml').replaceAll('for: 1m', 'for: 1s'))
  const config = own('prometheus.yml')
    .replaceAll('15s', '1s')
    .replace('scrape_timeout: 5s', 'scrape_timeout: 1s')
    .replaceAll('/etc/prometheus/crels-metrics-token', at('token'))
    .replace(`['127.0.0.1:3001', '127.0.0.1:3002']`, JSON.stringify(serving))
    .replace(`['127.0.0.1:9464']`, JSON.stringify(workers))
    .replace(/alerting:[^]*?\n\n/, '')
  writeFileSync(at('prometheus.yml'), config)
  const port = await freePort()
  startProgram(
    [
      'prometheus',
      `--config.file=${at('prometheus.yml')}`,
      `--storage.tsdb.path=${at('data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    {},
  )
  const ask = async (query: string) =>
    (await (await fetch(`http://127.0.0.1:${port}/api/v1/${query}`)).json()) as { data: unknown }
  const answerTo = async (query: string) => {
    const { data } = await ask(`query?query=${encodeURIComponent(query)}`)
    return (data as { result: { metric: Record<string, string>; value: [number, string] }[] }).result
  }
  await expect
    .poll(
      async () =>
        await fetch(`http://127.0.0.1:${port}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
    )
    .toBe(true)
  return {
    value: async (query: string) => (await answerTo(query))[0]?.value[1],
    labels: async (query: string) => (await answerTo(query)).map(({ metric }) => metric),
    firing: async () => {
      const { data } = await ask('alerts')
      const { alerts } = data as { alerts: { state: string; labels: { alertname: string } }[] }
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
  }
}
