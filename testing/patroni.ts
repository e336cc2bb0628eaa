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

export function readPatroniRecipe(): PatroniRecipe {
  return parse(readFileSync(new URL('../deploy/ha/patroni.yml', import.meta.url), 'utf8')) as PatroniRecipe
}
