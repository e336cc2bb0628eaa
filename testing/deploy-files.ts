import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

export const root = fileURLToPath(new URL('../', import.meta.url))
/** A file of the project. */
export const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

export interface Service {
  command?: string[]
  env_file?: string
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  healthcheck?: { test?: string[] }
  stop_grace_period?: string
  logging?: { driver: string; options: Record<string, string> }
  depends_on?: Record<string, unknown>
}
interface Container {
  command: string[]
  image: string
  readinessProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
}
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    jobTemplate?: { spec: { template: { spec: PodSpec } } }
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec }
  }
}
export interface Ingress {
  spec: {
    rules: { http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] } }[]
  }
}
export interface KubernetesService {
  metadata: { name: string }
  spec: { selector: Record<string, string>; publishNotReadyAddresses?: boolean }
}
interface PodSpec {
  containers: Container[]
  terminationGracePeriodSeconds?: number
}

export const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
}
export const kubernetes = [
  ...(parse(read('deploy/kubernetes/crels.yaml')) as { items: Manifest[] }).items,
  ...parseAllDocuments(read('deploy/kubernetes/secret.yaml.example')).map((one) => one.toJS() as Manifest),
]
export const pods = kubernetes.flatMap(
  ({ spec }) => spec?.jobTemplate?.spec.template.spec ?? spec?.template?.spec ?? [],
)
export const units = readdirSync(path.join(root, 'deploy/systemd')).filter((name) =>
  /\.(service|timer)$/.test(name),
)
export const dockerfile = read('Dockerfile')
