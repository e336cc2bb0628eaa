import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { dockerfile, read, root } from './deploy-files.ts'
import definedByKubernetes from './kubernetes-api/schemas.json' with { type: 'json' }
import { temporaryFolder } from './run-folder.ts'

/** By the schema of the Compose Specification, and rules that are not of order or taste. */
const compose = new DCLinter({
  rules: {
    // Built where it is, and named for `docker run`.
    'no-build-and-image': 0,
    // Caddy is what people reach.
    'no-unbound-port-interfaces': 0,
    'service-keys-order': 0,
    'services-alphabetical-order': 0,
    'service-dependencies-alphabetical-order': 0,
    'service-ports-alphabetical-order': 0,
    'top-level-properties-order': 0,
  },
  quiet: false,
  debug: false,
  exclude: [],
})
/** What it answers: its types name each other without an extension, which TypeScript does not find here. */
interface Linted {
  messages: { rule: string; message: string }[]
}
const faultsIn = (file: string) =>
  (compose.lintFiles([file], false) as Linted[]).flatMap(({ messages }) =>
    messages.map(({ rule, message }) => ({ rule, message })),
  )

test('compose.yaml is as the Compose Specification has it', () => {
  expect(faultsIn(path.join(root, 'deploy/compose.yaml'))).toEqual([])
})

test.each([
  ['healthcheck:', 'healthchek:', '/services/postgres'],
  ['interval: 5s', 'interval: [5]', '/services/postgres/healthcheck/interval'],
  ['condition: service_healthy', 'condition: healthy', '/services/migrate/depends_on'],
])('of another one a fault is found: %s as %s', (right, wrong, at) => {
  const file = path.join(temporaryFolder('compose'), 'compose.yaml')
  writeFileSync(file, read('deploy/compose.yaml').replaceAll(right, wrong))
  expect(faultsIn(file)).toMatchObject([
    { rule: 'invalid-schema', message: expect.stringContaining(at) as string },
  ])
})

test('the Dockerfile is one', () => {
  expect(validate(dockerfile)).toEqual([])
})

test.each([
  ['COPY --from=build', 'COPY --form=build'],
  ['--interval=10s', '--interval=10'],
  ['EXPOSE 3000', 'EXPOSES 3000'],
])('of another one a fault is found: %s as %s', (right, wrong) => {
  expect(validate(dockerfile.replace(right, wrong))).toHaveLength(1)
})

const ajv = new Ajv({ allErrors: true }).addSchema(definedByKubernetes, 'api')

/** What the API of Kubernetes would refuse of manifests, also a field that it does not know. */
function faultsInManifests(text: string): string[] {
  // As kubectl reads them: by YAML 1.1, where a plain `off` is no text.
  const documents = parseAllDocuments(text, { version: '1.1' }).map((one) => one.toJS() as Applied)
  return documents
    .flatMap((one) => (one.kind === 'List' ? one.items! : one))
    .flatMap((one) => {
      const isValid = ajv.getSchema(
        `api#/definitions/${`${one.apiVersion}/${one.kind}`.replaceAll('/', '~1')}`,
      )
      if (!isValid) return [`${one.apiVersion} ${one.kind} is not among the schemas`]
      void isValid(one)
      return (isValid.errors ?? []).map(({ instancePath, message, params }) => {
        const { additionalProperty } = params as { additionalProperty?: string }
        return `${one.kind} ${one.metadata.name}: ${instancePath} ${message} ${additionalProperty ?? ''}`.trim()
      })
    })
}
interface Applied {
  apiVersion: string
  kind: string
  metadata: { name: string }
  items?: Applied[]
}

test.each(['crels.yaml', 'secret.yaml.example'])('%s is as the API of Kubernetes has it', (name) => {
  expect(faultsInManifests(read(`deploy/kubernetes/${name}`))).toEqual([])
})

test.each([
  ['readinessProbe:', 'readinesProbe:', 'StatefulSet crels-http: /spec/template/spec/containers/0'],
  ['fsGroup: 10001', 'fsGroup: crels', 'StatefulSet crels-http: /spec/template/spec/securityContext/fsGroup'],
  [
    'podManagementPolicy: Parallel',
    'podManagementPolicy: AtOnce',
    'StatefulSet crels-http: /spec/podManagement',
  ],
  ['schedule:', 'scheduled:', "CronJob crels-backup: /spec must have required property 'schedule'"],
  ["BUILD_WEB: 'false'", 'BUILD_WEB: off', 'ConfigMap crels: /data/BUILD_WEB'],
  ['apiVersion: policy/v1', 'apiVersion: policy/v2', 'policy/v2 PodDisruptionBudget'],
])('of another one a fault is found: %s as %s', (right, wrong, fault) => {
  const faults = faultsInManifests(read('deploy/kubernetes/crels.yaml').replaceAll(right, wrong))
  expect(faults).toContainEqual(expect.stringContaining(fault))
})
