import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { cliProgram } from '../server/cli/program.ts'
import { readConfig } from '../server/config.ts'
import { isLeftOut } from '../server/build/left-out.ts'
import { DURABLE_SETTINGS } from '../server/platform/embedded-postgres/settings.ts'
import { settings } from '../server/settings.ts'
import {
  compose,
  dockerfile,
  kubernetes,
  pods,
  read,
  root,
  units,
  type Ingress,
  type KubernetesService,
  type Manifest,
  type Service,
} from './deploy-files.ts'
import { temporaryFolder } from './run-folder.ts'

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
    [
      ...read(`deploy/systemd/${name}`).matchAll(
        /^ExecStart=(?:\/usr\/bin\/env \S+=\S+ )?(.*)$|^ExecStartPre=.* (\S+\/node \S+) &&/gm,
      ),
    ].map(([, start, before]): [string, string[]] => [name, (start ?? before)!.split(' ')]),
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
  // `crels backup` is its default subcommand: the options may be those of a subcommand.
  const known = [command!, ...command!.commands, cliProgram()].flatMap(({ options: those }) =>
    those.map(({ long }) => long),
  )
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
const pairsOf = (name: string, pattern: RegExp) =>
  Object.fromEntries(
    [...read(`deploy/systemd/${name}`).matchAll(pattern)]
      .flatMap(([, list]) => list!.replaceAll('%i', '3001').split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  )
const ofUnit = (name: string) => {
  const { NODE_COMPILE_CACHE: _cache, ...ours } = pairsOf(name, /^Environment=(.*)$/gm)
  return ours
}
/** As systemd puts it together: `Environment=`, then the file, then what the command itself says. */
const startedBy = (name: string, file = read('deploy/systemd/crels.env')): Record<string, string> => ({
  ...ofUnit(name),
  ...lines(file),
  ...pairsOf(name, /^ExecStart=\/usr\/bin\/env (\S+=\S+) /gm),
})
const image = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, list]) =>
    list!.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)
const { PATH: _, NODE_COMPILE_CACHE: _cache, ...imageSettings } = image
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

const composeFile = lines(read('deploy/.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
/** What of deploy/.env is a setting of Crels, and not of compose.yaml alone. */
const composeSettings = Object.fromEntries(Object.entries(composeFile).filter(([name]) => name in settings))

/** What each process is started with, put together from the files. */
const environments: Record<string, Record<string, string>> = {
  ...Object.fromEntries(
    ours.map(([name, { environment }]) => [
      `compose ${name}`,
      {
        ...imageSettings,
        ...composeSettings,
        ...Object.fromEntries(Object.entries(environment!).map(([key, value]) => [key, fill(value)])),
      },
    ]),
  ),
  ...Object.fromEntries(
    units.filter((name) => name.endsWith('.service')).map((name) => [name, startedBy(name)]),
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

const fixedByCompose =
  'NODE_ENV HOST PORT DATA_DIR BACKUP_DIR PUBLIC_ORIGIN TRUST_PROXY DATABASE_URL REDIS_URL DRAIN_SECONDS'.split(
    ' ',
  )

test('every setting of deploy/.env reaches each process of compose, but for what compose.yaml fixes', () => {
  for (const [name, { env_file: file, environment = {} }] of ours) {
    expect([name, file]).toEqual([name, '.env'])
    const fixed = Object.entries(environment).flatMap(([key, value]) =>
      value.includes(`\${${key}:?}`) ? [] : [key],
    )
    expect([name, fixed]).toEqual([
      name,
      name === 'worker' ? [...fixedByCompose, 'WORKER_PORT'] : fixedByCompose,
    ])
  }
})

/** What a server of PostgreSQL is started with, by its `-c name=value`. */
const serverSettings = ({ command }: Service) =>
  Object.fromEntries(
    command!.flatMap((one, at) => (command![at - 1] === '-c' ? [one.split('=') as [string, string]] : [])),
  )

test('no PostgreSQL that is set up here writes values of failed statements into its log', () => {
  const own = Object.fromEntries(
    ['log_error_verbosity', 'log_min_error_statement', 'log_min_messages'].map((name) => [
      name,
      DURABLE_SETTINGS[name],
    ]),
  )
  expect(own).toEqual({
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_min_messages: 'log',
  })
  expect(serverSettings(compose.services.postgres!)).toMatchObject(own)
  const patroni = parse(read('deploy/ha/patroni.yml')) as {
    bootstrap: { dcs: { postgresql: { parameters: object } } }
  }
  expect(patroni.bootstrap.dcs.postgresql.parameters).toMatchObject(own)
})

test('the log of each service of compose ends nowhere but in files that take turns', () => {
  for (const [name, { logging }] of Object.entries(compose.services))
    expect([name, logging]).toEqual([
      name,
      { driver: 'local', options: { 'max-size': '50m', 'max-file': '10' } },
    ])
})

test('journald keeps a line of every request, however many there are', () => {
  for (const name of ['crels.service', 'crels-http@.service'])
    expect(read(`deploy/systemd/${name}`), name).toMatch(/^LogRateLimitIntervalSec=0$/m)
})

test('in compose a backup has its folder, its key, and is let in by PostgreSQL', () => {
  const { backup, postgres } = compose.services as Record<string, Service>
  expect(environments['compose backup']!.BACKUP_DIR).toBe('/var/backups/crels')
  expect(environments['compose http1']!.BACKUP_DIR).toBe('')
  expect(composeFile).toHaveProperty('BACKUP_KEY')
  expect(backup!.volumes).toContain(`\${BACKUP_DIR:-backups}:/var/backups/crels`)
  // A volume begins with what the image has there, of its account.
  expect(dockerfile).toContain(
    'install --directory --owner=crels --group=crels --mode=0700 /var/backups/crels ',
  )
  const file = serverSettings(postgres!).hba_file!
  expect(postgres!.volumes).toContain(`./postgres/pg_hba.conf:${file}:ro`)
  const user = new URL(environments['compose backup']!.DATABASE_URL!).username
  expect(read('deploy/postgres/pg_hba.conf')).toMatch(
    new RegExp(`^host +replication +${user} +all +scram-sha-256$`, 'm'),
  )
})

test('`crels` in the image is its commands', () => {
  const folder = temporaryFolder('image-command')
  const file = path.join(folder, 'crels')
  const line = /printf '.*' > \/usr\/local\/bin\/crels/.exec(dockerfile)![0]
  execFileSync('sh', ['-c', line.replace('/usr/local/bin/crels', file).replace('/opt/crels/', root)])
  const { stdout, stderr } = spawnSync('sh', [file, 'config'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...imageSettings, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
  })
  expect(stderr).toBe('')
  expect(stdout).toContain('DATA_DIR=/var/lib/crels')
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
  const settingsFile = path.join(folder, 'crels.env')
  writeFileSync(file, script.replace(account, '').replaceAll('/etc/crels/crels.env', settingsFile))
  const run = (...args: string[]) =>
    spawnSync('sh', [file, ...args], {
      cwd: folder,
      encoding: 'utf8',
      // What somebody's shell may have beside.
      env: { PATH: process.env.PATH, CRELS_RELEASE: root, NODE_ENV: 'development', DATA_DIR: '/root/data' },
    })
  const template = read('deploy/systemd/crels.env')
  writeFileSync(settingsFile, template)
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
  // And what the file says holds for both, but for the port of each process.
  const changed = `${template}\nBACKUP_DIR=/mnt/backups\nPORT=3000\n`
  writeFileSync(settingsFile, changed)
  expect(run('config').stdout.split('\n')).toContain('BACKUP_DIR=/mnt/backups')
  expect(startedBy('crels-backup.service', changed).BACKUP_DIR).toBe('/mnt/backups')
  expect(startedBy('crels.service', changed).PORT).toBe('3000')
  expect(startedBy('crels-http@.service', changed).PORT).toBe('3001')
})

test('a further worker is as the first one, but for the port at which it is watched', () => {
  const [first, further] = ['crels-worker.service', 'crels-worker@.service'].map((name) =>
    read(`deploy/systemd/${name}`)
      .split('\n')
      .filter((line) => !/^(?:#|Description=|ExecStart=|Environment=WORKER_PORT=)/.test(line)),
  )
  expect(further).toEqual(first)
  // Also where crels.env has a port for the first one.
  const file = `${read('deploy/systemd/crels.env')}\nWORKER_PORT=9470\n`
  expect(startedBy('crels-worker@.service', file).WORKER_PORT).toBe('3001')
  expect(startedBy('crels-worker.service', file).WORKER_PORT).toBe('9470')
  // A stop and a restart by the documents reach every worker.
  const text = ['operating', 'recovery'].map((name) => read(`docs/${name}.md`)).join('')
  expect(text).toContain("systemctl restart 'crels-worker*'\n")
  expect(text).not.toMatch(/systemctl stop crels-worker\b/)
})

test('a service that ends is started again however often, and writes where its settings say by themselves', () => {
  const services = units.filter((unit) => /^crels(?:-http@|-worker@?)?\.service$/.test(unit))
  expect(services).toHaveLength(4)
  for (const name of services)
    expect(read(`deploy/systemd/${name}`)).toMatch(/^StartLimitIntervalSec=0$[^]*^\[Service\]$/m)
  const writable = (name: string) =>
    [...read(`deploy/systemd/${name}`).matchAll(/^ReadWritePaths=-?(.*)$/gm)].map(([, folder]) => folder)
  expect(writable('crels-backup.service')).toContain(startedBy('crels-backup.service').BACKUP_DIR)
  const archive = /^# WAL_ARCHIVE_DIR=(.*)$/m.exec(read('deploy/systemd/crels.env'))![1]!
  expect(writable('crels.service')).toContain(path.dirname(archive))
  // No account but root makes these, and a restore on an empty machine begins with them.
  const { DATA_DIR, BACKUP_DIR } = startedBy('crels-backup.service')
  expect(read('docs/operating.md')).toContain(
    `install --directory --owner=crels --group=crels --mode=0700 ${DATA_DIR} ${BACKUP_DIR}\n`,
  )
})

test('what the documents ask of compose and Kubernetes by name is there', () => {
  const text = ['operating', 'recovery'].map((name) => read(`docs/${name}.md`)).join('')
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))]
  const services = named(
    /docker compose --file deploy\/compose\.yaml (?:exec|run --rm --no-deps|up --detach) ([a-z]\w*)/g,
  )
  expect(services.sort()).toEqual(['backup', 'caddy', 'migrate', 'worker'])
  // `run` and `up` without it start what changed among the servers that they depend on anew.
  expect(text.match(/compose\.yaml run --rm (?!--no-deps )/g)).toBeNull()
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services))
  const namesOf = (kind: string) =>
    kubernetes.flatMap((one) =>
      one.kind === kind ? [(one as unknown as KubernetesService).metadata.name] : [],
    )
  const sets = named(/kubectl --namespace crels exec (?:--\S+ )*(\S+)-0 -- crels /g)
  expect(sets).toEqual(['crels-worker'])
  expect(namesOf('StatefulSet')).toEqual(expect.arrayContaining(sets))
  expect(namesOf('CronJob')).toEqual(named(/--from=cronjob\/(\S+)/g))
  expect(namesOf('Job')).toEqual(named(/delete job ([\w-]+)/g))
})

test('a stop of a unit reaches its process alone, and a backup comes after the site at a boot', () => {
  // By systemd's default SIGTERM reaches the embedded database too, which then ends under the requests.
  for (const name of units.filter((unit) => unit.endsWith('.service')))
    expect(read(`deploy/systemd/${name}`), name).toMatch(/^KillMode=mixed$/m)
  const backup = read('deploy/systemd/crels-backup.service')
  expect(backup).toMatch(/^After=.* crels\.service$/m)
  expect(backup).toMatch(/^ExecStartPre=.*systemctl --quiet is-active crels .*server\/healthcheck\.ts/m)
})

test('a stop has more time than it takes, everywhere', () => {
  const stopSec = (name: string) => readConfig(environments[name]!).drainSec + 10
  for (const [name, { stop_grace_period: grace }] of ours)
    expect(Number.parseInt(grace!, 10)).toBeGreaterThan(stopSec(`compose ${name}`))
  for (const name of units.filter((unit) => /^crels(?:-http@|-worker@?)?\.service$/.test(unit)))
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

test('a Prometheus in the cluster has the jobs that the rules go by, and their token', () => {
  interface Scrape {
    job_name: string
    authorization: object
    relabel_configs?: { regex: string }[]
  }
  const scrapes = (file: string) => (parse(read(file)) as { scrape_configs: Scrape[] }).scrape_configs
  const inCluster = scrapes('deploy/kubernetes/prometheus.yml.example')
  const told = ({ job_name, authorization }: Scrape) => ({ job_name, authorization })
  expect(inCluster.map(told)).toEqual(scrapes('deploy/prometheus/prometheus.yml').map(told))
  const labels = kubernetes.flatMap(({ kind, spec }) =>
    kind === 'StatefulSet' ? [spec.template!.metadata.labels.app] : [],
  )
  expect(inCluster.map(({ relabel_configs: [first] = [] }) => first!.regex)).toEqual(labels)
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
