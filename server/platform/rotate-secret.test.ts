import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createSigningKey } from '../modules/brands/public.ts'
import { lostSeals } from '#server/lost-seals.ts'
import { sealedPlaces } from '#server/sealed-places.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand } from '#testing/campaigns.ts'
import { runCommand } from '#testing/commands.ts'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase } from '#testing/database.ts'
import { createMember } from '#testing/members.ts'
import { endPrograms, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { testActor } from '#testing/operators.ts'
import { openDatabase, type Db } from './database.ts'
import { openKeyring } from './keyring.ts'
import { purposesWithoutEnd } from './lost-seals.ts'
import { forgetOldKeys, rotateSecret, startOver, tidySecretKeys } from './rotate-secret.ts'
import { sealPurposes } from './secret-purposes.ts'
import { inTransaction } from './transaction.ts'

// One starts a program, which takes its time beside other tests.
/** It serves no requests: a process that does locks its SECRET against a rotation. */
let app: TestApp
let owner: Db
beforeAll(async () => {
  app = await startTestApp()
  owner = openDatabase({ url: app.databaseUrl, poolSize: 4 })
})
afterAll(async () => {
  await endPrograms()
  await owner.destroy()
  await app.close()
})

const newer = (letter: string) => letter.repeat(40)
const settings = (secret: string, secretPrevious: string | null = null) => ({
  secret,
  secretPrevious,
  dataDir: '',
})
const first = () => settings(app.config.secret!)
const startOverOn = async (db: Db, given: ReturnType<typeof settings>) =>
  await inTransaction(db, async (tx) => await startOver(tx, given, lostSeals))
const line = /^SECRET is not the one that this database was made with\. Put that one back/
const open = async (given: ReturnType<typeof settings>) => await openKeyring(owner, given, sealedPlaces)
const prefixes = async () => {
  const { rows } = await sql<{ key: string }>`
    select distinct split_part(sealed, '.', 2) as key from (
      select private_sealed as sealed from identity.signing_key union all select sealed from brand_key
      where sealed is not null union all select data ->> 'sealed' from pgboss.job where data ? 'sealed') all_sealed`.execute(
    owner,
  )
  return rows.map(({ key }) => key)
}

test('every purpose that is kept in a column is known to the rotation', () => {
  const inColumns = Object.entries(sealPurposes).flatMap(([name, place]) =>
    place === 'column' ? [name] : [],
  )
  expect(new Set(sealedPlaces.map(({ purpose }) => purpose))).toEqual(new Set(inColumns))
})

test('every purpose that is kept in a column or a job has an end for when the SECRET is lost', () => {
  expect(purposesWithoutEnd(lostSeals)).toEqual([])
})

test('another SECRET is refused at the start, by one line that says what to do', async () => {
  const config = { ...app.config, databaseUrl: app.databaseUrl, secret: newer('w') }
  await expect(createApp(config, pino({ level: 'silent' }))).rejects.toThrow(line)
  await expect(rotateSecret(owner, settings(newer('w')), sealedPlaces)).rejects.toThrow(line)
  await expect(rotateSecret(owner, settings(newer('w'), newer('v')), sealedPlaces)).rejects.toThrow(line)
  await expect(startOverOn(owner, first())).rejects.toThrow(/nothing is lost/)
  // Nothing of it is left.
  expect((await sql`select from secret_key_copy`.execute(owner)).rows).toHaveLength(2)
})

test('a new database belongs to whichever process comes first, and all with its SECRET', async () => {
  const fresh = await createTestDatabase()
  const db = openDatabase({ url: fresh.url, poolSize: 6 })
  try {
    await sql`delete from secret_key`.execute(db)
    const all = await Promise.all(
      [1, 2, 3, 4].map(async () => await openKeyring(db, settings(newer('f')), sealedPlaces)),
    )
    expect(new Set(all.map((ring) => ring.secret.hash('left address', 'a').toString('hex'))).size).toBe(1)
    expect(new Set(all.map((ring) => ring.sealingId())).size).toBe(1)
    await expect(openKeyring(db, settings(newer('g')), sealedPlaces)).rejects.toThrow(line)
  } finally {
    await db.destroy()
    await fresh.drop()
  }
})

test('a rotation seals everything again; killed at any step and run again it ends the same, twice does nothing', async () => {
  const { keyring: before, sealedTexts, read } = await withSealedTexts()
  const hash = before.secret.hash('left address', 'ada@example.com')
  const [old, next] = [first(), settings(newer('n'), first().secret)]
  // A process with the new SECRET is started beside those with the old.
  const early = await open(next)
  expect(early.sealingId()).toBe(before.sealingId())
  expect(early.secret.hash('left address', 'ada@example.com')).toEqual(hash)
  await open(old)

  const database = { DATABASE_URL: app.databaseUrl, DATA_DIR: temporaryDataDir() }
  const secrets = { SECRET: next.secret, SECRET_PREVIOUS: next.secretPrevious! }
  for (const { lock, waits, isHalf } of steps) {
    await owner.transaction().execute(async (tx) => {
      await lock.execute(tx)
      // One is a program that is killed; of the others the database sees the same, a connection that is gone.
      const rotating = isHalf ? rotatingProgram({ ...database, ...secrets }) : rotatingHere(next)
      await expect.poll(async () => await waiting(waits)).toBe(1)
      await rotating.kill()
    })
    // What the killed one has asked for, the database may still be doing.
    await expect.poll(async () => await commands()).toBe(0)
    if (isHalf) expect((await prefixes()).length).toBe(2)
    // Every process reads what is sealed by either key: those with the new SECRET, and one that was not restarted.
    for (const ring of [early, await open(next)]) expect(await read(ring.secret), waits).toEqual(sealedTexts)
  }
  const done = await runCommand(['secret', 'rotate'], { ...database, ...secrets })
  expect(done).toMatchObject({ status: 0, stderr: '' })
  expect(done.stdout).toMatch(/^Sealed \d+ again\nSECRET_PREVIOUS is not needed any more\n$/)
  const after = await open(settings(next.secret))
  expect(after.sealingId()).not.toBe(before.sealingId())
  expect(await prefixes()).toEqual([after.sealingId()])
  expect(await read(after.secret)).toEqual(sealedTexts)
  expect(after.secret.hash('left address', 'ada@example.com')).toEqual(hash)
  expect(await rotateSecret(owner, next, sealedPlaces)).toEqual({ resealed: 0, unreadable: 0 })
  await expect(open(old)).rejects.toThrow(line)

  // One that did not hear of it in time seals with the old key: it opens, and the job seals it again.
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from brand_key where label = 'key 1'`.execute(owner)
  const text = after.secret.open('brand signing key', `brand-key:${rows[0]!.id}`, rows[0]!.sealed)
  const late = early.secret.seal('brand signing key', `brand-key:${rows[0]!.id}`, text)
  await sql`update brand_key set sealed = ${late} where id = ${rows[0]!.id}`.execute(owner)
  expect(await read(after.secret)).toEqual(sealedTexts)
  expect(await tidySecretKeys(owner, after, sealedPlaces)).toEqual({
    resealed: 1,
    unreadable: 0,
    removed: 0,
  })
  expect(await prefixes()).toEqual([after.sealingId()])
  await sql`update secret_key set retired_at = now() - interval '32 days' where retired_at is not null`.execute(
    owner,
  )
  expect(await tidySecretKeys(owner, after, sealedPlaces)).toMatchObject({ removed: 1 })
  expect(await forgetOldKeys(owner, settings(next.secret), sealedPlaces)).toEqual({ removed: 0 })
  expect(await read((await open(settings(next.secret))).secret)).toEqual(sealedTexts)
})

test('no rotation while a process runs with the SECRET before; it is started with both, and everything goes on', async () => {
  const fresh = await startTestApp()
  const db = openDatabase({ url: fresh.databaseUrl, poolSize: 2 })
  const next = settings(newer('z'), fresh.config.secret!)
  try {
    await fresh.server.ready()
    const member = await createMember(fresh)
    await expect(rotateSecret(db, next, sealedPlaces)).rejects.toThrow(
      '1 process runs with another SECRET: restart every process',
    )
    const config = { ...fresh.config, ...next, databaseUrl: fresh.databaseUrl, dataDir: fresh.config.dataDir }
    const other = await createApp(config, pino({ level: 'silent' }))
    try {
      const answer = await other.server.inject({
        url: `/api/v1/users/${member.uid}`,
        headers: member.headers,
      })
      expect(answer.statusCode).toBe(200)
    } finally {
      await other.close()
    }
  } finally {
    await db.destroy()
    await fresh.close()
  }
})

test('an installation from before it had keys: SECRET opens what it sealed, and everything is sealed again', async () => {
  const fresh = await startTestApp()
  const db = openDatabase({ url: fresh.databaseUrl, poolSize: 4 })
  try {
    await createMember(fresh)
    const { rows } = await sql<{ kid: string; sealed: string }>`
      select kid, private_sealed as sealed from identity.signing_key`.execute(db)
    const { kid, sealed } = rows[0]!
    const pem = fresh.secret.open('signing key', `signing-key:${kid}`, sealed)
    await sql`update identity.signing_key set private_sealed = ${sealedBefore('signing key', newer('o'), pem)}`.execute(
      db,
    )
    await sql`delete from secret_key`.execute(db)

    await expect(openKeyring(db, settings(newer('w')), sealedPlaces)).rejects.toThrow(line)
    const keyring = await openKeyring(db, settings(newer('o')), sealedPlaces)
    // Hashes go on by the same key.
    const derived = Buffer.from(hkdfSync('sha256', newer('o'), 'crels', 'session cookie', 32))
    expect(keyring.secret.key('session cookie')).toEqual(derived)
    expect(await tidySecretKeys(db, keyring, sealedPlaces)).toEqual({
      resealed: 1,
      unreadable: 0,
      removed: 0,
    })
    const { rows: again } = await sql<{ sealed: string }>`
      select private_sealed as sealed from identity.signing_key`.execute(db)
    expect(keyring.secret.open('signing key', `signing-key:${kid}`, again[0]!.sealed)).toBe(pem)
    expect(again[0]!.sealed).toMatch(new RegExp(`^s2\\.${keyring.sealingId()}\\.`))
  } finally {
    await db.destroy()
    await fresh.close()
  }
})

test('a SECRET that is lost: new keys by a word of the operator, and the site starts', async () => {
  const fresh = await createTestDatabase()
  const db = openDatabase({ url: fresh.url, poolSize: 2 })
  const config = testConfig(fresh.url)
  try {
    const before = await createApp(config, pino({ level: 'silent' }))
    await createMember(before)
    await expect(startOverOn(db, settings(newer('l')))).rejects.toThrow('1 process runs with another SECRET')
    await before.close()
    await expect(startOverOn(db, { ...settings(newer('l')), secretPrevious: config.secret })).rejects.toThrow(
      'SECRET_PREVIOUS opens the keys, so nothing is lost',
    )
    await startOverOn(db, settings(newer('l')))
    const other = await createApp({ ...config, secret: newer('l') }, pino({ level: 'silent' }))
    const member = await createMember(other)
    const answer = await other.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
    expect(answer.statusCode).toBe(200)
    await other.close()
  } finally {
    await db.destroy()
    await fresh.drop()
  }
})

/** A rotation that is under way, and its end at any moment. */
interface Rotating {
  kill(): Promise<void>
}

function rotatingProgram(given: Record<string, string>): Rotating {
  const program = startProgram([process.execPath, 'server/cli.ts', 'secret', 'rotate'], given)
  return {
    kill: async () => {
      program.kill('SIGKILL')
      await program.ended
    },
  }
}

function rotatingHere(given: ReturnType<typeof settings>): Rotating {
  const db = openDatabase({ url: app.databaseUrl, poolSize: 1, name: 'crels command' })
  const ended = rotateSecret(db, given, sealedPlaces).then(
    () => 'done',
    () => 'cut off',
  )
  return {
    kill: async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name = 'crels command'`.execute(owner)
      expect(await ended).toBe('cut off')
      await db.destroy()
    },
  }
}

/** Where a rotation is killed: before it begins, in a column, in the queue, before its end. */
const steps = [
  {
    lock: sql`select pg_advisory_xact_lock(hashtext('crels secret key'))`,
    waits: '%pg_advisory_xact_lock(hashtext(_crels secret key_))%',
  },
  {
    lock: sql`select from brand_key where label = 'key 3' for update`,
    waits: 'update%brand_key%',
    isHalf: true,
  },
  {
    lock: sql`select from pgboss.job where name = 'mail-account-action' for update`,
    waits: 'update pgboss.job%',
  },
  {
    lock: sql`select from secret_key_copy for update`,
    waits: 'delete from secret_key_copy%',
  },
]

/** How many statements like this wait for a lock. A transaction would see the same all the while. */
async function waiting(statement: string): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like ${statement}`.execute(owner)
  return rows.length
}

/** How many connections of commands there are. */
async function commands(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and application_name = 'crels command'`.execute(owner)
  return rows.length
}

/** Signing keys of a brand, a mail that waits, and how to read them all. */
async function withSealedTexts() {
  const brand = await createBrand(app)
  const keyring = await open(first())
  await app.db.transaction().execute(async (tx) => {
    for (const number of [1, 2, 3, 4, 5])
      await createSigningKey(tx, testActor, { brand: brand.slug, label: `key ${number}` }, keyring.secret)
    await app.jobs.add(tx, 'mail-account-action', {
      sealed: keyring.secret.seal('mail-account-action', 'job', 'a mail'),
    })
  })
  const read = async (secret: typeof keyring.secret) => {
    const { rows } = await sql<{ id: string; sealed: string }>`
      select id, sealed from brand_key where sealed is not null order by label`.execute(owner)
    const { rows: mails } = await sql<{ sealed: string }>`
      select data ->> 'sealed' as sealed from pgboss.job where name = 'mail-account-action'`.execute(owner)
    return [
      ...rows.map(({ id, sealed }) => secret.open('brand signing key', `brand-key:${id}`, sealed)),
      ...mails.map(({ sealed }) => secret.open('mail-account-action', 'job', sealed)),
    ]
  }
  return { keyring, read, sealedTexts: await read(keyring.secret) }
}

function sealedBefore(purpose: string, secret: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'crels', purpose, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}
