import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { freePort } from '#testing/free-port.ts'
import { testConfig } from '#testing/config.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { checkPooler } from './pooler-check.ts'

let app: TestApp
/** By DATABASE_DIRECT_URL, as the command opens it. */
let db: Db
beforeAll(async () => {
  app = await startTestApp()
  db = openDatabase({ url: app.databaseUrl, poolSize: 1 })
})
afterAll(async () => {
  await db.destroy()
  await app.close()
})

const look = async (databasePooledUrl: string | null, changes: { secret?: null; dataDir?: string } = {}) =>
  await checkPooler({
    config: testConfig(app.databaseUrl, { databasePooledUrl, ...changes }),
    db,
    readiness: null,
  })

test('without DATABASE_DIRECT_URL there is nothing to look at', async () => {
  expect(await look(null)).toBeNull()
})

test('a pooler that lets the product’s role in is fine, and one that is away a problem', async () => {
  expect(await look(app.databaseUrl)).toEqual({
    name: 'pooler',
    verdict: 'ok',
    says: 'lets roles of Crels in',
  })
  expect(await look(`postgres://crels:p@127.0.0.1:${await freePort()}/crels`)).toMatchObject({
    name: 'pooler',
    verdict: 'problem',
    says: expect.stringMatching(/^The pooler of DATABASE_URL does not answer as crels_app_/) as string,
  })
})

test('without the SECRET its role is not known, and none is made', async () => {
  const dataDir = temporaryFolder('no-secret')
  expect(await look(app.databaseUrl, { secret: null, dataDir })).toMatchObject({ verdict: 'not checked' })
  expect(await look(app.databaseUrl, { secret: null, dataDir })).toMatchObject({ verdict: 'not checked' })
})
