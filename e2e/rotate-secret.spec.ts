import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { closedLater, endPrograms } from '#testing/processes.ts'
import { ends, firstSecret, openBehindProxy, root } from './behind-proxy.fixture.ts'
import { makeUpgradeStage, operator, startUpgradeLoad } from './upgrade-load.fixture.ts'

afterAll(endPrograms)

test('SECRET is replaced under load as docs/operating.md says: no call fails, and each process that runs seals with the new key', async () => {
  const database = await createTestDatabase()
  closedLater(database.drop)
  const site = await openBehindProxy(database.url)
  const { serve, work, retire } = site
  const [oldWorker, ...old] = await Promise.all([work(), serve(), serve()])
  await expect.poll(async () => (await fetch(`${site.origin}/healthz`)).status).toBe(200)
  const stage = await makeUpgradeStage({ origin: old[0]!.origin, cwd: root, settings: site.settings })
  const load = startUpgradeLoad(site.origin, stage)
  const before = await sealedBy(old[0]!.origin, database.url, stage.key)

  // Its step 2: each is restarted with both, one after another.
  const both = { SECRET: 'another secret, drawn for this test alone, and long', SECRET_PREVIOUS: firstSecret }
  const first = await serve(root, both)
  const early = await site.crels(['secret', 'rotate'], root, { ...both, OPERATOR: operator })
  expect(early).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/runs? with another SECRET/) as string,
  })
  const [second, worker] = await Promise.all([serve(root, both), work(root, both), retire(old[0]!)])
  await Promise.all([retire(old[1]!), ends(oldWorker)])
  for (const { origin } of [first, second])
    expect(await sealedBy(origin, database.url, stage.key)).toBe(before)

  // Its step 3, and what none of them is restarted for.
  const rotated = await site.crels(['secret', 'rotate'], root, { ...both, OPERATOR: operator })
  expect(rotated, rotated.stderr).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Sealed \d+ again\n/) as string,
  })
  const { rows } = await query<{ id: string }>(
    database.url,
    `select id from secret_key where use = 'sealing' and active_at is not null and retired_at is null`,
  )
  const [{ id: next } = { id: '' }] = rows
  expect(next).not.toBe(before)
  for (const { origin } of [first, second])
    await expect
      .poll(async () => await sealedBy(origin, database.url, stage.key), { interval: 500, timeout: 5_000 })
      .toBe(next)
  await sleep(1_000)
  const { failures, signIns, sales } = await load.end()
  for (const program of [first.program, second.program, worker]) await ends(program)
  expect(failures).toEqual([])
  expect([signIns > 5, sales.length > 5]).toEqual([true, true])
  // What one sealed with the old key before it heard of the next.
  const again = await site.crels(['job', 'run', 'seal-again'], root, both)
  expect(again.status, again.stderr).toBe(0)
  const { rows: left } = await query<{ keys: string[] }>(
    database.url,
    `select array_agg(distinct split_part(secret, '.', 2)) as keys from webhook_endpoint`,
  )
  expect(left[0]!.keys).toEqual([next])
})

/** The key by which a process seals: it makes a webhook, whose secret is kept sealed. */
async function sealedBy(origin: string, url: string, key: string): Promise<string> {
  const path = `${origin}/api/v1/brand/webhooks`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: 'http://localhost:9/hooks' })
  const made = await fetch(path, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id: string }
  expect(made.status).toBe(201)
  const { rows } = await query<{ key: string }>(
    url,
    `select split_part(secret, '.', 2) as key from webhook_endpoint where id = $1`,
    [id],
  )
  return rows[0]!.key
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client.query<Row>(text, values).finally(() => client.end())
}
