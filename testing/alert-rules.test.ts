import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { cliProgram } from '../server/cli/program.ts'
import { startTestApp } from './app.ts'
import {
  compose,
  kubernetes,
  read,
  root,
  units,
  type KubernetesService,
  type Service,
} from './deploy-files.ts'
import { has } from './programs.ts'
import { temporaryFolder } from './run-folder.ts'

/** Names that a text of PromQL may have and that are no metrics. */
const metricNames = (text: string) =>
  new Set([...text.matchAll(/\b((?:crels|nodejs|process)_[a-z0-9_]+)\b/g)].map(([, name]) => name!))

test('each metric of the rules and the dashboard is in a scrape', async () => {
  const app = await startTestApp({ metricsToken: 'm'.repeat(24) })
  try {
    const { body } = await app.server.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${'m'.repeat(24)}` },
    })
    const exported = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
    const expressions = (texts: string[]) => metricNames(texts.join('\n'))
    const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
      groups: { rules: { expr: string }[] }[]
    }
    const { panels } = JSON.parse(read('deploy/grafana/crels.json')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    const alerts = expressions(groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)))
    const shown = expressions(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))
    expect(alerts.size).toBeGreaterThan(12)
    expect(shown.size).toBeGreaterThan(15)
    expect(exported).toEqual(expect.arrayContaining([...new Set([...alerts, ...shown])]))
    // Who is woken looks there first. Versions are shown by another metric.
    expect([...alerts.difference(shown)]).toEqual(['crels_info'])
    expect([...shown]).toEqual(expect.arrayContaining(exported.filter((name) => name?.includes('replica'))))
  } finally {
    await app.close()
  }
})

test('a job that fails whenever it runs is told of, however seldom that is', async () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  const rule = (name: string) =>
    groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === name)!.expr
  const failuresMax = Number(/\[1h\]\)\) > (\d+)$/.exec(rule('CrelsJobsFail'))![1])
  /** Proofs, whose age is alerted of. */
  const proofs = [...rule('CrelsBooksNotProven').matchAll(/"proof", "([\w-]+)"/g)].map(([, name]) => name!)
  /** How often a job runs within an hour in which it does. */
  const runsAnHour = (cron: string) => {
    const minutes = cron.split(' ')[0]!
    return minutes === '*' ? 60 : minutes.startsWith('*/') ? 60 / Number(minutes.slice(2)) : 1
  }
  const app = await startTestApp()
  try {
    const unseen = app.jobs
      .list()
      .filter(({ cron, retryLimit = 5 }) => cron && runsAnHour(cron) * (1 + retryLimit) <= failuresMax)
    expect(unseen.map(({ name }) => name).sort()).toEqual(proofs.sort())
  } finally {
    await app.close()
  }
})

test('every alert rule has a case in which it fires', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { alert: string }[] }[]
  }
  const tests = ['alerts.test.yml', 'alerts-slow.test.yml'].flatMap(
    (file) =>
      (
        parse(read(`deploy/prometheus/${file}`)) as {
          tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[]
        }
      ).tests,
  )
  const fires = tests.flatMap((one) => one.alert_rule_test.filter(({ exp_alerts }) => exp_alerts))
  const rules = groups.flatMap((group) => group.rules.map(({ alert }) => alert))
  expect([...new Set(fires.map(({ alertname }) => alertname))].sort()).toEqual(rules.sort())
})

test('what an alert says to do names commands, units and services that are there', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { annotations: { do: string } }[] }[]
  }
  const told = groups.flatMap(({ rules }) => rules.map(({ annotations }) => annotations.do))
  const named = told.flatMap((text) =>
    [...text.matchAll(/\bcrels ((?:[a-z]+(?:-[a-z]+)*)(?: [a-z]+(?:-[a-z]+)*)?)/g)].map(([, words]) => ({
      text,
      words: words!,
    })),
  )
  expect(named.length).toBeGreaterThan(8)
  for (const { text, words } of named) {
    const [first, second] = words.split(' ')
    const group = cliProgram().commands.find((one) => one.name() === first)
    // A unit of that name, as in `systemctl status crels`.
    if (group === undefined && /systemctl \w+ crels\b|or crels where/.test(text)) continue
    expect(group?.name(), text).toBe(first)
    if (group!.commands.length === 0) continue
    const command = group!.commands.find((one) => one.name() === second)
    expect(command?.name(), text).toBe(second)
    for (const { long, mandatory } of command!.options) if (mandatory) expect(text).toContain(`${long} `)
  }
  const watched = /\*\*When an alert comes\.\*\*[^]*?\n- /.exec(read('docs/operating.md'))![0]
  const commandsOf = [...told, watched].join('\n')
  for (const [, unit] of commandsOf.matchAll(/systemctl \w+ (crels[\w@-]*)/g))
    expect(units).toContain(`${unit!.replace('@3001', '@')}.service`)
  const services = [
    ...watched.matchAll(/docker compose --file \S+ (?:restart|logs|exec|run --rm --no-deps) (\w+)/g),
  ].map(([, service]) => service!)
  for (const service of services) expect(Object.keys(compose.services)).toContain(service)
  // A backup has settings of its own: none of the processes that run can make one.
  expect(services).toContain('backup')
  const cronJobs = kubernetes.filter(({ kind }) => kind === 'CronJob').map(({ metadata }) => metadata.name)
  expect(/ --from=cronjob\/(\S+) /.exec(watched)?.[1]).toBe(cronJobs[0])
  expect(told.join('\n')).not.toMatch(/crels backup(?! note)/)
  const sets = kubernetes.filter(({ kind }) => kind === 'StatefulSet') as unknown as KubernetesService[]
  for (const [, pod] of watched.matchAll(/(crels-\w+)(?:-0|`)/g))
    if (!units.includes(`${pod}.service`)) expect(sets.map(({ metadata }) => metadata.name)).toContain(pod)
})

test('what Prometheus asks is where the processes of compose and of the units listen', () => {
  const { scrape_configs: jobs } = parse(read('deploy/prometheus/prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  const targets = Object.fromEntries(
    jobs.map(({ job_name: job, static_configs: found }) => [job, found.flatMap((one) => one.targets)]),
  )
  // [published at, listens at] of each process: the port in the container is the one that its settings say.
  const published = ({ ports = [], environment }: Service, setting: string) =>
    ports.flatMap((line) => {
      const [, at, port] = /^(127\.0\.0\.1:\d+):(\d+)$/.exec(line)!
      expect(port).toBe(environment![setting])
      return at!
    })
  const { http1, http2, worker } = compose.services as Record<string, Service>
  expect(targets).toEqual({
    crels: [...published(http1!, 'PORT'), ...published(http2!, 'PORT')],
    'crels-worker': published(worker!, 'WORKER_PORT'),
  })
  // And nothing of ours is published to others.
  const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.some((line) => !line.startsWith('127.0.0.1:')) ? [name] : [],
  )
  expect(open).toEqual(['caddy'])
  const ports = [...read('deploy/systemd/crels-http@.service').matchAll(/crels-http@(\d+)/g)].map(
    ([, port]) => `127.0.0.1:${port!}`,
  )
  expect(targets.crels).toEqual(ports)
  const unit = /^Environment=WORKER_PORT=(\d+)$/m.exec(read('deploy/systemd/crels-worker.service'))
  expect(targets['crels-worker']).toEqual([`127.0.0.1:${unit![1]!}`])
})

test.skipIf(!has('promtool'))(
  'promtool finds the rules right, and each fires when it should (skipped without promtool)',
  () => {
    const folder = path.join(root, 'deploy/prometheus')
    const promtool = (...args: string[]) =>
      execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
    // Debian's finds no pods.
    const inCluster = path.join(temporaryFolder('prometheus'), 'prometheus.yml')
    const example = read('deploy/kubernetes/prometheus.yml.example')
    writeFileSync(inCluster, example.replaceAll(/^ +kubernetes_sd_configs:.*\n/gm, ''))
    expect(promtool('check', 'config', '--syntax-only', inCluster)).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'alerts.test.yml', 'alerts-slow.test.yml')).toContain('SUCCESS')
  },
)
