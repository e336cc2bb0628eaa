import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { runCommand } from '#testing/commands.ts'
import { addOlga } from '#testing/operators.ts'
import { endPrograms, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'

// Each command opens the product anew.
vi.setConfig({ testTimeout: 150_000 })

let app: TestApp
let settings: Record<string, string>
const folder = temporaryDataDir()

beforeAll(async () => {
  app = await startTestApp()
  settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
})
afterAll(async () => {
  await endPrograms()
  await app.close()
})

async function approved(): Promise<string> {
  const { id } = await redeem(app, await createRedeemer(app))
  await app.redemptions.approve({ redemptionId: id, author: 'olga' })
  return id
}

const stateOf = async (id: string) => (await app.redemptions.show(id)).state
const batchTo = (out: string) => ['redemption', 'batch', 'paypal', '--out', out]
const batches = async () =>
  JSON.parse((await runCommand(['redemption', 'batch', 'list', '--json'], settings)).stdout)

test('a place that cannot be written keeps every payout approved', async () => {
  const id = await approved()
  const failed = await runCommand(batchTo(path.join(folder, 'nowhere', 'payouts.csv')), settings)
  expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be written') as string })
  expect(await stateOf(id)).toBe('approved')
  expect(await batches()).toEqual([])
})

test('the file is whole, in a folder too, and its owner’s alone; the list says how far it has come', async () => {
  const out = path.join(folder, 'files')
  mkdirSync(out)
  const made = await runCommand([...batchTo(out), '--json'], settings)
  const { batchId, file, payouts } = JSON.parse(made.stdout)
  expect(made.stderr).toBe(`Making ${batchId}\n`)
  expect([file, payouts]).toEqual([path.join(out, `paypal-${batchId}.csv`), 1])
  expect(readdirSync(out)).toEqual([`paypal-${batchId}.csv`])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await batches()).toMatchObject([
    { batchId, format: 'paypal', madeBy: 'olga', payouts: 1, sending: 1 },
  ])
})

test('a disk that is full after the payouts are sent names the batch, and its file is written again', async () => {
  const id = await approved()
  // Every write to it fails for want of room.
  const failed = await runCommand(batchTo('/dev/full'), settings)
  expect(failed.status).toBe(1)
  const [, batchId] = /redemption batch-file (pob_[0-9a-f]{32})/.exec(failed.stderr)!
  expect(failed.stderr).toContain('ENOSPC')
  expect(await stateOf(id)).toBe('sending')
  expect(failed.stderr).not.toContain('DATA_DIR')
  const out = path.join(folder, 'again.csv')
  const again = await runCommand(['redemption', 'batch-file', batchId!, '--out', out], settings)
  expect(again.stdout).toBe(`${batchId} is in ${out}\n`)
  expect(readFileSync(out, 'utf8').split('\r\n')).toHaveLength(3)
})

test('killed between two payouts it has said which batch they are in, which is listed and written then', async () => {
  const [first, second] = [await approved(), await approved()]
  const out = path.join(folder, 'killed.csv')
  let program: ReturnType<typeof startProgram> | undefined
  await app.db.transaction().execute(async (tx) => {
    // The second payout waits for this lock, with the first one sent.
    await sql`select from redemption where id = ${second} for update`.execute(tx)
    program = startProgram([process.execPath, 'server/cli.ts', ...batchTo(out)], settings)
    await vi.waitFor(async () => expect(await stateOf(first)).toBe('sending'), 60_000)
    program.killGroup('SIGKILL')
    await program.ended
  })
  expect(await stateOf(second)).toBe('approved')
  expect(existsSync(out)).toBe(false)
  const [, batchId] = /Making (pob_[0-9a-f]{32})/.exec((await program!.ended).stderr)!
  expect((await batches())[0]).toMatchObject({ batchId, payouts: 1, sending: 1 })
  await runCommand(['redemption', 'batch-file', batchId!, '--out', out], settings)
  expect(readFileSync(out, 'utf8').split('\r\n')).toHaveLength(3)
  // What was left over is gone, and the next file has the other payout.
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  const next = await runCommand([...batchTo(path.join(folder, 'next.csv')), '--json'], settings)
  expect(JSON.parse(next.stdout)).toMatchObject({ payouts: 1 })
  expect(await stateOf(second)).toBe('sending')
})
