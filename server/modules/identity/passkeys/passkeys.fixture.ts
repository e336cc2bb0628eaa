import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { PasskeyAssertion } from '#contracts/passkey-shapes.ts'
import type { PasskeyCreation, PasskeyRequest } from '#contracts/passkeys.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { TestPasskey } from '#testing/passkeys.ts'

export let app: TestApp
/** The owner's own connection, for what no route does. */
export let owner: pg.Pool

/** The whole product on a database of its own, for the tests of one file. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
    owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
  })
  afterAll(async () => {
    await owner.end()
    await app.close()
  })
}

export type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export async function call(method: Method, url: string, headers: Headers = {}, payload?: object) {
  return await app.server.inject({ method, url, headers, ...(payload && { payload }) })
}

/** A new authenticator that knows nothing yet. */
export function newPasskey(): TestPasskey {
  return new TestPasskey(app.config.publicOrigin)
}

export async function creationFor(headers: Headers): Promise<PasskeyCreation> {
  return (await call('POST', '/identity/passkey-options', headers)).json()
}

export async function signInOptions(): Promise<PasskeyRequest> {
  return (await call('POST', '/identity/passkey-sign-in/options')).json()
}

export async function signInWith(passkey: PasskeyAssertion, headers: Headers = {}) {
  return await call('POST', '/identity/passkey-sign-in', headers, { passkey })
}

export async function kindsOf(headers: Headers): Promise<string[]> {
  const { events } = (await call('GET', '/identity/security', headers)).json()
  return events.map(({ kind }: { kind: string }) => kind)
}

/** The member's sessions have proved a second factor, as if they had one. */
export async function proveFactor({ uid }: { uid: string }): Promise<void> {
  await owner.query(
    `insert into identity.session_proof (session_id, second_factor_at)
     select id, now() from identity.auth_session where user_id = $1
     on conflict (session_id) do update set second_factor_at = excluded.second_factor_at`,
    [uid],
  )
}
