import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { kubernetes } from '../deploy-files.ts'
import { readType, type Schema } from './declared-type.ts'

/**
 * Writes schemas.json: of the API of Kubernetes those definitions which the manifests of deploy/kubernetes reach, as
 * JSON Schema in which a field that the API does not have is a fault. They are read from the types of the package
 * `kubernetes-models`, which is made of Kubernetes' own OpenAPI document and, at 20 MB, is installed beside the project:
 *
 *     npm install --prefix /tmp/kubernetes-models kubernetes-models@5.1.0
 *     npm run build:kubernetes-api -- /tmp/kubernetes-models
 */
function writeSchemas(folder: string): void {
  const modules = path.join(folder, 'node_modules')
  const { version, license } = JSON.parse(
    readFileSync(path.join(modules, 'kubernetes-models/package.json'), 'utf8'),
  ) as { version: string; license: string }
  const definitions: Record<string, Schema> = {}
  const roots = [...new Set(kubernetes.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`))].sort()
  for (const root of roots) define(path.join(modules, 'kubernetes-models', `${root}.d.ts`), root)

  /** Adds the definition of a file, and those that it names. */
  function define(file: string, name: string): void {
    if (definitions[name]) return
    const declared = readFileSync(file, 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '')
    definitions[name] = {}
    // An interface, or a type that is a union of plain ones.
    const type = /^export (?:interface \w+(?: extends TypeMeta)?|type \w+ =) ([^;{]+;|\{.*?^\})/ms
    definitions[name] = readType(type.exec(declared)![1]!, (other) => {
      const from = new RegExp(`\\b${other}\\b.* from "(.+)"`).exec(declared)![1]!
      const place = from.startsWith('.') ? path.resolve(path.dirname(file), from) : path.join(modules, from)
      const short = other.replace(/^IIoK8sApi(?:machineryPkg(?:Apis?|Util)?)?/, '')
      define(`${place.replace(/\.js$/, '')}.d.ts`, short)
      return short
    })
  }

  const $comment = `Of the API of Kubernetes: made by write-schemas.ts out of kubernetes-models ${version} (${license}, (c) 2018 Tommy Chen), which is made of Kubernetes' own OpenAPI document (Apache-2.0, The Kubernetes Authors).`
  // A line each, so that what another version brings is a short change.
  const lines = Object.entries(definitions)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
  writeFileSync(
    fileURLToPath(new URL('schemas.json', import.meta.url)),
    `{\n  "$comment": ${JSON.stringify($comment)},\n  "definitions": {\n${lines.join(',\n')}\n  }\n}\n`,
  )
}

const folder = process.argv[2]
if (!folder || !existsSync(path.join(folder, 'node_modules/kubernetes-models')))
  throw new Error('Say where kubernetes-models is installed: npm run build:kubernetes-api -- FOLDER')
writeSchemas(folder)
