import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { dockerfile, read, root } from './deploy-files.ts'
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
