import { sql } from 'kysely'
import { operatorEndpoints, type OperatorEndpointId } from '#contracts/operator-endpoints.ts'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { App } from '../server/app.ts'

/** What a request to an endpoint leaves in the log of acts, where that is not the act that it asks for; null for nothing. */
const leaves: Partial<Record<OperatorEndpointId, OperatorAct | null>> = {
  // It waits for a second person, by whose approval it is done.
  proposeAdjustment: 'act.propose',
  proposeCurrencyRate: 'act.propose',
  proposeCurrencyWithdrawal: 'act.propose',
  proposeEnabling: 'act.propose',
  proposeRate: 'act.propose',
  proposeReturn: 'act.propose',
  proposeRole: 'act.propose',
  // A challenge, whose answer is the act; a proof of a factor is the session’s alone.
  startOperatorAuthenticator: null,
  startOperatorPasskey: null,
  startOperatorProof: null,
  proveOperator: null,
  // One’s own views and files.
  saveOperatorView: null,
  renameOperatorView: null,
  removeOperatorView: null,
  removeOperatorExport: null,
  // It says in clear where members are paid.
  getPayoutFile: 'redemption.open-destination',
  // Nothing is in the pool before the import is confirmed.
  startCodeImport: null,
  removeCodeImport: null,
}

const endpoints = new Map(
  operatorEndpoints
    .filter(({ access, method, id }) => access === 'operator' && (method !== 'GET' || leaves[id]))
    .map((endpoint) => ({ ...endpoint, act: 'changesNothing' in endpoint ? null : endpoint.permission }))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, endpoint]),
)

/**
 * Looks at what each request of an operator leaves in the log while a test runs: an endpoint that is not GET, or is named
 * above, and answers that it was done has an entry of its act with the request's id; one that changes nothing has none.
 * Of an endpoint one such answer is enough, since the same again is answered and changes nothing. The answer names those
 * that broke this; a new endpoint is among them by itself.
 */
export function watchOperatorLog({ server, db }: Pick<App, 'server' | 'db'>): () => string[] {
  const [done, logged] = [new Set<string>(), new Set<string>()]
  server.addHook('onSend', async (request, reply, payload) => {
    const endpoint = endpoints.get(`${request.method} ${request.routeOptions.url}`)
    if (!endpoint || reply.statusCode >= 300) return
    const act = leaves[endpoint.id] === undefined ? endpoint.act : leaves[endpoint.id]
    const { rows } = await sql<{ action: string }>`
      select action from audit_entry where request_id = ${request.id}`.execute(db)
    const name = `${endpoint.id}: ${act ?? 'nothing'}`
    if (act === null ? rows.length === 0 : rows.some(({ action }) => action === act)) logged.add(name)
    if (act === null ? rows.length > 0 : !saysNothing(payload)) done.add(name)
  })
  return () => [...done].filter((name) => !logged.has(name))
}

/** Of many rows none was done, or it was so already. */
function saysNothing(payload: unknown): boolean {
  return (
    typeof payload === 'string' && /^\{"(?:done|retried)":0\b|^\{"codes":\[\]|"isNew":false\}$/.test(payload)
  )
}
