import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeDroppedFiles } from '#testing/dropped-files.ts'
import { startS3Server } from './s3-server.fixture.ts'

let store: Awaited<ReturnType<typeof startS3Server>>
let app: TestApp
beforeAll(async () => {
  store = await startS3Server('photos-of-ours')
  app = await startTestApp({
    filesUrl: `http://key:a%2Fsecret@${store.host}/photos-of-ours?region=eu-west-1`,
  })
})
afterAll(async () => {
  await app.close()
  store.close()
})

test('files go to the bucket of an S3 store, come from it, and are removed from it', async () => {
  const bytes = Buffer.from([0, 1, 254, 255])
  const key = await app.files.write(app.db, { folder: 'photos', extension: 'webp', bytes })
  await app.db.transaction().execute(async (tx) => await app.files.keep(tx, key))
  expect([...store.objects.keys()]).toEqual([key])
  const file = await app.server.inject({ url: `/files/${key}` })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(file.rawPayload).toEqual(bytes)

  await app.db.transaction().execute(async (tx) => await app.files.drop(tx, key))
  await app.jobs.run('remove-dropped-files')
  expect(store.objects.size).toBe(0)
  expect((await app.server.inject({ url: `/files/${key}` })).statusCode).toBe(404)
})

test('files that are written together have their keys in the same order, and are kept one by one', async () => {
  const files = [1, 2, 3].map((byte) => ({ folder: 'photos', extension: 'webp', bytes: Buffer.from([byte]) }))
  const keys = await app.files.writeAll(app.db, files)
  for (const [at, key] of keys.entries()) expect(await app.files.read(key)).toEqual(Uint8Array.of(at + 1))
  await app.db.transaction().execute(async (tx) => await app.files.keep(tx, keys[1]!))
  const { rows } = await sql<{ key: string }>`select key from stored_file where state = 'new'`.execute(app.db)
  expect(rows.map(({ key }) => key).toSorted()).toEqual([keys[0], keys[2]].toSorted())
})

test('a picture that was replaced is there for a backup that is being made; what members uploaded goes at once', async () => {
  const written = ['brands', 'photos', 'private-support'].map(async (folder) => {
    const key = await app.files.write(app.db, { folder, extension: 'webp', bytes: Buffer.from([1]) })
    await app.db.transaction().execute(async (tx) => {
      await app.files.keep(tx, key)
      await app.files.drop(tx, key)
    })
    return key
  })
  const [brand, ...members] = await Promise.all(written)
  await app.jobs.run('remove-dropped-files')
  expect(store.objects.has(brand!)).toBe(true)
  for (const key of members) expect(store.objects.has(key)).toBe(false)
  await removeDroppedFiles(app)
  expect(store.objects.has(brand!)).toBe(false)
})

test('a store that is away is 503, and a file that was not written is not kept', async () => {
  const away = await startTestApp({ filesUrl: 'http://key:secret@127.0.0.1:1/photos-of-ours' })
  try {
    const bytes = Buffer.from([1])
    const written = away.files.write(away.db, { folder: 'photos', extension: 'webp', bytes })
    await expect(written).rejects.toMatchObject({ code: 'unavailable' })
    const response = await away.server.inject({ url: `/files/photos/${'0'.repeat(32)}.webp` })
    expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' })
  } finally {
    await away.close()
  }
})
