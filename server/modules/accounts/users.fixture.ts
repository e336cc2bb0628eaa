import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { User } from '#contracts/users.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { TestMember } from '#testing/members.ts'

/** The product that `openApp` opened. */
export let app: TestApp
/** The owner of the tables, past every right. */
export let owner: pg.Pool

/** For each test file that has its product from here: opened before its tests, closed after them. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
    owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  })
  afterAll(async () => {
    await owner.end()
    await app.close()
  })
}

/** `GET /users/{uid}`. */
export async function getUser({ uid, headers }: Pick<TestMember, 'uid' | 'headers'>) {
  return await app.server.inject({ url: `/api/v1/users/${uid}`, headers })
}

/** `PATCH /users/{uid}`. */
export async function patchUser({ uid, headers }: Pick<TestMember, 'uid' | 'headers'>, payload: unknown) {
  return await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${uid}`,
    headers,
    payload: payload as object,
  })
}

/** The profile of a member as they see it. */
export async function profile(member: TestMember): Promise<User> {
  return (await getUser(member)).json()
}
