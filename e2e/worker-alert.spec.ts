import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { freePort } from '#testing/free-port.ts'
import { endPrograms, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

let database: TestDatabase | undefined
afterAll(async () => {
  await endPrograms()
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
    const prometheus = await startPrometheus(`127.0.0.1:${settings.WORKER_PORT}`, token)
    await expect.poll(async () => await prometheus.value('up{job="crels-worker"}')).toBe('1')
    expect(await prometheus.value('max(crels_processes{role="works"})')).toBe('1')
    // Busy at its start, the worker may be late for a scrape or two.
    await expect.poll(prometheus.firing).toEqual([])

    worker.kill('SIGKILL')
    await expect.poll(prometheus.firing, { interval: 250 }).toContain('CrelsWorkerDown')
  },
)

/** A Prometheus with our rules and our way of scraping, which looks every second and waits no minute. */
async function startPrometheus(target: string, token: string) {
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
    .replace(`['127.0.0.1:3001', '127.0.0.1:3002']`, '[]')
    .replace(`['127.0.0.1:9464']`, `['${target}']`)
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
    value: async (query: string) => {
      const { data } = await ask(`query?query=${encodeURIComponent(query)}`)
      return (data as { result: { value: [number, string] }[] }).result[0]?.value[1]
    },
    firing: async () => {
      const { data } = await ask('alerts')
      const { alerts } = data as { alerts: { state: string; labels: { alertname: string } }[] }
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
  }
}
