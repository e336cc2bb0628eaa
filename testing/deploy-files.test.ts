import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { cliProgram } from '../server/cli/program.ts'
import { readConfig } from '../server/config.ts'
import { isLeftOut } from '../server/build/left-out.ts'
import { settings } from '../server/settings.ts'
import { startTestApp } from './app.ts'
import { has } from './programs.ts'
import { temporaryFolder } from './run-folder.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

interface Service {
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test?: string[] }
  stop_grace_period?: string
  depends_on?: Record<string, unknown>
}
interface Container {
  command: string[]
  image: string
  readinessProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
}
interface Manifest {
  kind: string
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    jobTemplate?: { spec: { template: { spec: PodSpec } } }
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec }
  }
}
interface Ingress {
  spec: {
    rules: { http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] } }[]
  }
}
interface KubernetesService {
  metadata: { name: string }
  spec: { selector: Record<string, string>; publishNotReadyAddresses?: boolean }
}
interface PodSpec {
  containers: Container[]
  terminationGracePeriodSeconds?: number
}

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const kubernetes = [
  ...(parse(read('deploy/kubernetes/crels.yaml')) as { items: Manifest[] }).items,
  ...parseAllDocuments(read('deploy/kubernetes/secret.yaml.example')).map((one) => one.toJS() as Manifest),
]
const pods = kubernetes.flatMap(
  ({ spec }) => spec?.jobTemplate?.spec.template.spec ?? spec?.template?.spec ?? [],
)
const units = readdirSync(path.join(root, 'deploy/systemd')).filter((name) => /\.(service|timer)$/.test(name))
const dockerfile = read('Dockerfile')

/** What our own services are: those of compose that are built here. */
const ours = Object.entries(compose.services).filter(([, { environment }]) => environment?.NODE_ENV)

/** Every command of ours that a file starts, as its arguments after `node`. */
const commands: [string, string[]][] = [
  ...ours.map(([name, { command }]): [string, string[]] => [`compose ${name}`, command!]),
  ...ours.flatMap(([name, { healthcheck }]): [string, string[]][] =>
    healthcheck?.test ? [[`compose ${name} healthcheck`, healthcheck.test.slice(1)]] : [],
  ),
  ...pods.flatMap(({ containers }) =>
    containers.map(({ command }): [string, string[]] => ['kubernetes', command]),
  ),
  ...[...dockerfile.matchAll(/CMD (\[.*\])$/gm)].map(([, list]): [string, string[]] => [
    'Dockerfile',
    JSON.parse(list!) as string[],
  ]),
  ...units.flatMap((name) =>
    [...read(`deploy/systemd/${name}`).matchAll(/^ExecStart(?:Pre|Post)?=(.*)$/gm)].map(
      ([, line]): [string, string[]] => [name, line!.split(' ')],
    ),
  ),
]

test.each(commands)('%s starts what is there: %j', (_, [node, file, ...args]) => {
  expect(node).toMatch(/^(?:node|\/opt\/crels\/current\/node_modules\/\.bin\/node)$/)
  expect(['start', 'http', 'worker', 'cli', 'healthcheck'].map((name) => `server/${name}.ts`)).toContain(file)
  expect(existsSync(path.join(root, file!))).toBe(true)
  if (file !== 'server/cli.ts') return
  const command = cliProgram().commands.find((one) => one.name() === args[0])
  expect(command?.name()).toBe(args[0])
  const options = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0])
  const known = [...command!.options, ...cliProgram().options].map(({ long }) => long)
  expect(known).toEqual(expect.arrayContaining(options))
})

const lines = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [
        line.slice(0, line.indexOf('=')),
        line.slice(line.indexOf('=') + 1).replace(/^"(.*)"$/, '$1'),
      ]),
  )
const ofUnit = (name: string) =>
  Object.fromEntries(
    [...read(`deploy/systemd/${name}`).matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, list]) => list!.replaceAll('%i', '3001').split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  )
const [image] = [...dockerfile.matchAll(/^ENV (.*)$/gm)].map(([, list]) =>
  Object.fromEntries(list!.split(' ').map((pair) => pair.split('=') as [string, string])),
)
const { PATH: _, ...imageSettings } = image!
const ofKind = (kind: string) => kubernetes.find((one) => one.kind === kind)!
const filled: Record<string, string> = {
  CRELS_HOST: 'crels.example',
  SECRET: 's'.repeat(48),
  POSTGRES_PASSWORD: 'p',
  METRICS_TOKEN: 'm'.repeat(24),
}
const fill = (value: string) =>
  value.replace(
    /\$\{([A-Z_]+)(?::([?-])([^}]*))?\}/g,
    (_, name: string, _kind, otherwise: string) => filled[name] ?? otherwise,
  )

/** What each process is started with, put together from the files. */
const environments: Record<string, Record<string, string>> = {
  ...Object.fromEntries(
    ours.map(([name, { environment }]) => [
      `compose ${name}`,
      {
        ...imageSettings,
        ...Object.fromEntries(Object.entries(environment!).map(([key, value]) => [key, fill(value)])),
      },
    ]),
  ),
  ...Object.fromEntries(
    units
      .filter((name) => name.endsWith('.service'))
      .map((name) => [name, { ...lines(read('deploy/systemd/crels.env')), ...ofUnit(name) }]),
  ),
  kubernetes: { ...imageSettings, ...ofKind('ConfigMap').data, ...ofKind('Secret').stringData },
}

test('each server of compose that a process of ours waits for is one whose address it has', () => {
  for (const [name, { depends_on = {}, environment = {} }] of ours) {
    const hosts = Object.values(environment).flatMap((value) =>
      URL.canParse(fill(value)) ? [new URL(fill(value)).hostname] : [],
    )
    const servers = Object.keys(depends_on).filter((server) => !ours.some(([other]) => other === server))
    for (const server of servers) expect(hosts, `${name} waits for ${server}`).toContain(server)
  }
})

test.each(Object.entries(environments))(
  '%s has settings that are settings, and accepted',
  (_, environment) => {
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(environment)))
    const config = readConfig(environment)
    expect(config).toMatchObject({
      env: 'production',
      buildWeb: false,
      databaseUrl: expect.any(String) as string,
    })
    expect(config.publicOrigin).toMatch(/^https:/)
    expect(config.trustProxy.length).toBeGreaterThan(0)
  },
)

test('commands beside the units have their settings, and paths from where they are called', () => {
  const folder = temporaryFolder('crels-command')
  const file = path.join(folder, 'crels')
  const script = read('deploy/systemd/crels')
  const account = 'setpriv --reuid=crels --regid=crels --init-groups '
  expect(script).toContain(account)
  writeFileSync(
    file,
    script
      .replace(account, '')
      .replaceAll('/etc/crels/crels.env', path.join(root, 'deploy/systemd/crels.env')),
  )
  const run = (...args: string[]) =>
    spawnSync('sh', [file, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, CRELS_RELEASE: root },
    })
  const { stdout, stderr } = run('config')
  expect(stderr).toBe('')
  for (const line of [
    'NODE_ENV=production',
    'MAIL_FROM=Crels <no-reply@crels.example>',
    'DATA_DIR=/var/lib/crels',
  ])
    expect(stdout.split('\n')).toContain(line)
  const backup = ofUnit('crels-backup.service')
  expect(stdout.split('\n')).toContain(`BACKUP_DIR=${backup.BACKUP_DIR}`)
  // What a unit says beside the file is what the command says.
  for (const [name, value] of Object.entries(ofUnit('crels.service')))
    expect(stdout).toContain(`${name}=${value}`)
})

test('a stop has more time than it takes, everywhere', () => {
  const stopSec = (name: string) => readConfig(environments[name]!).drainSec + 10
  for (const [name, { stop_grace_period: grace }] of ours)
    expect(Number.parseInt(grace!, 10)).toBeGreaterThan(stopSec(`compose ${name}`))
  for (const name of units.filter((unit) => /^crels(?:-http@|-worker)?\.service$/.test(unit)))
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/systemd/${name}`))![1])).toBeGreaterThan(
      stopSec(name),
    )
  for (const { terminationGracePeriodSeconds: grace } of pods.filter(
    ({ containers: [one] }) => one!.livenessProbe,
  ))
    expect(grace).toBeGreaterThan(stopSec('kubernetes'))
})

test('probes ask what is answered, and Prometheus where processes listen', () => {
  const probes = pods.flatMap(({ containers }) =>
    containers.flatMap(({ readinessProbe, livenessProbe }) => [readinessProbe, livenessProbe]),
  )
  const paths = probes.flatMap((probe) => probe?.httpGet.path ?? [])
  expect(new Set(paths)).toEqual(new Set(['/readyz', '/healthz']))
  const { scrape_configs: scraped } = parse(read('deploy/prometheus/prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  const targets = Object.fromEntries(
    scraped.map(({ job_name: name, static_configs: [first] }) => [name, first!.targets]),
  )
  expect(targets['crels-worker']).toEqual([`127.0.0.1:${ofUnit('crels-worker.service').WORKER_PORT}`])
  expect(read('deploy/proxy/nginx.conf').match(/server (127\.0\.0\.1:\d+);/g)).toEqual(
    expect.arrayContaining(targets.crels!.map((target) => `server ${target};`)),
  )
})

test('while no pod is ready, short links are asked of any, and nothing else is', () => {
  const { spec } = ofKind('Ingress') as unknown as Ingress
  const [links, others, ...further] = spec.rules.flatMap(({ http }) => http.paths)
  expect([links!.path, others!.path, further]).toEqual(['/s', '/', []])
  expect([links!.pathType, others!.pathType]).toEqual(['Prefix', 'Prefix'])
  const services = kubernetes.filter(({ kind }) => kind === 'Service') as unknown as KubernetesService[]
  const [ofLinks, ofOthers] = [links, others].map(
    (to) => services.find(({ metadata }) => metadata.name === to!.backend.service.name)!.spec,
  )
  expect(ofLinks!.publishNotReadyAddresses).toBe(true)
  expect(ofOthers!.publishNotReadyAddresses).toBeUndefined()
  const serving = kubernetes.find(({ spec }) =>
    spec?.template?.spec.containers.some(({ command }) => command.includes('server/http.ts')),
  )!
  for (const { selector } of [ofLinks!, ofOthers!])
    expect(serving.spec.template!.metadata.labels).toMatchObject(selector)
  // As the example of a proxy that goes by readiness.
  expect(read('deploy/proxy/Caddyfile')).toContain(`reverse_proxy ${links!.path}/* `)
})

test('the image is not root’s, has a health check, and its build is what the tests run', () => {
  expect(dockerfile).toMatch(/^USER crels$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [, script] of dockerfile.matchAll(/npm run ([\w:-]+)/g))
    expect(scripts).toHaveProperty([script!])
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const tags = [dockerfile, read('deploy/compose.yaml'), read('deploy/kubernetes/crels.yaml')]
    .flatMap((text) => [...text.matchAll(/image: (crels:\S+)/g)])
    .map(([, tag]) => tag)
  expect(new Set(tags)).toEqual(new Set([`crels:${version}`]))
  const releases = read('docs/operating.md').matchAll(/crels-(\d[\d.]*)-linux-x64/g)
  expect(new Set([...releases].map(([, one]) => one))).toEqual(new Set([version]))
})

test('what holds an installation’s secrets is in no image and no release, and its example in both', () => {
  const ignored = read('.dockerignore').trim().split('\n')
  // As Docker reads it: the last line that matches says.
  const isIgnored = (file: string) => {
    const line = ignored.findLast((one) => path.matchesGlob(file, one.replace(/^!/, '')))
    return line !== undefined && !line.startsWith('!')
  }
  for (const file of ['.env', 'deploy/.env', 'deploy/.env.local', 'deploy/kubernetes/secret.yaml'])
    expect([file, isIgnored(file), isLeftOut(file)]).toEqual([file, true, true])
  for (const file of ['.env.example', 'deploy/.env.example', 'deploy/kubernetes/secret.yaml.example'])
    expect([file, isIgnored(file), isLeftOut(file)]).toEqual([file, false, false])
})

test('the folder of manifests can be applied again and again: the example of secrets is none of them', () => {
  const folder = readdirSync(path.join(root, 'deploy/kubernetes'))
  // What kubectl takes of a folder.
  const applied = folder.filter((name) => /\.(?:json|ya?ml)$/.test(name))
  const kinds = applied.flatMap((name) =>
    (parse(read(`deploy/kubernetes/${name}`)) as { items: Manifest[] }).items.map(({ kind }) => kind),
  )
  expect(kinds).toContain('StatefulSet')
  expect(kinds).not.toContain('Secret')
})

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

test.skipIf(!has('promtool'))(
  'promtool finds the rules right, and each fires when it should (skipped without promtool)',
  () => {
    const folder = path.join(root, 'deploy/prometheus')
    const promtool = (...args: string[]) =>
      execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'alerts.test.yml', 'alerts-slow.test.yml')).toContain('SUCCESS')
  },
)

test.skipIf(!has('systemd-analyze'))(
  'systemd finds the units right (skipped without systemd-analyze)',
  () => {
    const folder = temporaryFolder('units')
    for (const name of units) {
      const text = read(`deploy/systemd/${name}`)
        .replaceAll('/opt/crels/current', root.replace(/\/$/, ''))
        .replaceAll('/etc/crels/crels.env', path.join(root, 'deploy/systemd/crels.env'))
      writeFileSync(path.join(folder, name), text)
    }
    const files = units.map((name) => path.join(folder, name.replace('@', '@3001')))
    for (const name of units.filter((unit) => unit.includes('@')))
      writeFileSync(path.join(folder, name.replace('@', '@3001')), readFileSync(path.join(folder, name)))
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    })
    // It also looks at the units of the machine, which are none of ours.
    expect(stderr.split('\n').filter((line) => line.includes('crels'))).toEqual([])
    expect(status).toBe(0)
  },
)

test.skipIf(!has('nginx'))('nginx takes its example (skipped without nginx)', () => {
  const folder = temporaryFolder('nginx')
  mkdirSync(path.join(folder, 'logs'))
  const [certificate, key] = ['crels.pem', 'crels.key'].map((name) => path.join(folder, name))
  const subject = ['-subj', '/CN=crels.example', '-days', '1']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key!, '-out', certificate!]
  execFileSync('openssl', ['req', '-x509', ...subject, ...made], { stdio: 'pipe' })
  const site = read('deploy/proxy/nginx.conf')
    .replace('/etc/ssl/certs/crels.pem', certificate!)
    .replace('/etc/ssl/private/crels.key', key!)
    .replace('listen 80;', 'listen 127.0.0.1:18080;')
    .replace('listen 443', 'listen 127.0.0.1:18443')
  const config = path.join(folder, 'nginx.conf')
  const body = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp { access_log off;\n${body.join('\n')}\n${site}\n}\n`,
  )
  const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', config], { encoding: 'utf8' })
  expect({ status, stderr: stderr.match(/\[(?:warn|error|emerg)\].*/g) }).toEqual({ status: 0, stderr: null })
})

test.skipIf(!has('caddy'))('Caddy takes its example (skipped without caddy)', () => {
  const folder = temporaryFolder('caddy')
  const { stderr, status } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', path.join(root, 'deploy/proxy/Caddyfile')],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        CRELS_HOST: 'crels.example',
        CRELS_UPSTREAMS: '127.0.0.1:3001 127.0.0.1:3002',
      },
    },
  )
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.not.stringContaining('"warn"') as string,
  })
})
