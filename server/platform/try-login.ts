import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartProblem } from './embedded-postgres/start-problem.ts'
import { isWithoutTls } from './start-line.ts'

/** Why a role is not let in, for as long as nobody changes that. */
interface Refusal {
  code?: string
  message: string
}

/** How long a start waits for a server or a pooler that is only just starting itself, in milliseconds. */
const waitMaxMs = 10_000
const againAfterMs = 500

/**
 * Logs in by an address: null where that works, else why its role is refused. Throws a StartProblem where `who` has not
 * said either within `waitMs`: it is away, or has no connection left, which says nothing of the role. One at once where the
 * address asks for TLS that it does not have, or for a certificate that is not believed.
 */
export async function tryLogin(
  url: string,
  who: string,
  { waitMs = waitMaxMs }: { waitMs?: number | undefined } = {},
): Promise<Refusal | null> {
  const until = performance.now() + waitMs
  for (;;) {
    const failure = await loginFailure(url)
    if (failure === null || isRefusal(failure)) return failure
    requireTls(failure, who)
    if (performance.now() >= until) {
      const role = new URL(url).searchParams.get('user')
      throw new StartProblem(`${who} does not answer as ${role} (${failure.message})`)
    }
    await sleep(againAfterMs)
  }
}

/** Throws where TLS, as `sslmode` of the address asks for it, is not to be had: waiting mends none of it. */
function requireTls({ code = '', message }: Refusal, who: string): void {
  if (isWithoutTls(message))
    throw new StartProblem(
      `${who} speaks no TLS, and sslmode of its address asks for it: give the server TLS, or the address another sslmode`,
    )
  if (unbelieved.test(code))
    throw new StartProblem(
      `The certificate of ${who.replace(/^The /, 'the ')} is not believed (${message}): sslrootcert of its address names who signed it, and its host has to be in it`,
    )
}

/** Of Node's TLS. */
const unbelieved =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_\w+)$/

async function loginFailure(url: string): Promise<Refusal | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    const { code, message } = error as Refusal
    // Of an address with several numbers Node has a code alone.
    return { ...(code !== undefined && { code }), message: message || code || 'no answer' }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whether this is an answer for good: invalid authorization (28), no right to connect (42501), no such database (3D000), or
 * what PgBouncer says of these, and of its own settings, under the code of a fault of the protocol.
 */
function isRefusal({ code = '', message }: Refusal): boolean {
  return /^(28...|42501|3D000)$/.test(code) || (code === '08P01' && refusedByPooler.test(message))
}

const refusedByPooler =
  /no such (user|database)|authentication failed|wrong password|login rejected|bouncer config error|SSL required/i
