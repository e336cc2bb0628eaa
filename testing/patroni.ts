import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** deploy/ha/patroni.yml, as far as copies of it for one machine change it. */
export interface PatroniRecipe {
  scope: string
  name: string
  restapi: { listen: string; connect_address: string }
  etcd3: { hosts: string }
  bootstrap: {
    dcs: { postgresql: { parameters: Record<string, string | number>; recovery_conf?: object } }
    initdb: (string | Record<string, string>)[]
    pg_hba?: string[]
  }
  postgresql: {
    listen: string
    connect_address: string
    data_dir: string
    bin_dir: string
    parameters?: Record<string, string>
    create_replica_methods: string[]
    pg_hba: string[]
    authentication: Record<'superuser', { username: string; password: string }>
  }
  watchdog: { mode: string }
}

/** What docs/scaling.md says beside it: how the certificate is made, who Crels is there, and by which address it comes. */
export function readClusterSteps(): { certificate: string; statements: string[]; databaseUrl: string } {
  const text = readFileSync(new URL('../docs/scaling.md', import.meta.url), 'utf8')
  const [, command] = /^ {3}(openssl req [^`]*?)\n {3}```$/m.exec(text)!
  const [, psql] = /`psql (--command [^`]*)`/.exec(text)!
  const statements = [...psql!.matchAll(/--command (["'])(.*?)\1(?= --|$)/g)].map(
    ([, , statement]) => statement!,
  )
  const [, databaseUrl] = /`DATABASE_URL="(postgres:[^"]*127\.0\.0\.1:5000[^"]*)"`/.exec(text)!
  return { certificate: command!, statements, databaseUrl: databaseUrl! }
}

export function readPatroniRecipe(): PatroniRecipe {
  return parse(readFileSync(new URL('../deploy/ha/patroni.yml', import.meta.url), 'utf8')) as PatroniRecipe
}
