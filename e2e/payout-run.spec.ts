import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { payoutReference } from '#rules/payout-file.ts'
import { addOperator } from '#server/modules/operators/public.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import { endPrograms, startProgram, temporaryDataDir } from '#testing/processes.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'

// Each command opens the product anew.
const kim = 'kim@crels.example'
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
  await app.db.transaction().execute(async (tx) => {
    await addOperator(tx, testActor, { email: kim, name: 'kim', role: 'finance' })
  })
})
afterAll(async () => {
  await endPrograms()
  await app.close()
})

async function approved(): Promise<string> {
  const { id } = await redeem(app, await createRedeemer(app))
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  return id
}

const runCommand = loggedCommands(({ DATABASE_URL: url }) => url)
const crels = async (args: string[], by: Record<string, string> = {}) =>
  await runCommand(['payout-run', ...args], { ...settings, ...by })
const stateOf = async (id: string) => (await app.redemptions.show(id)).state

/** A run of all that is approved, which Kim approved. */
async function approvedRun(): Promise<string> {
  const { runId } = JSON.parse((await crels(['draft', 'paypal', '--json'])).stdout)
  expect(await crels(['approve', runId], { OPERATOR: kim })).toMatchObject({ status: 0 })
  return runId
}

test('a place that cannot be written keeps every payout approved; then the file is whole and its owner’s alone', async () => {
  const id = await approved()
  const runId = await approvedRun()
  const failed = await crels(['file', runId, '--out', path.join(folder, 'nowhere', 'payouts.csv')])
  expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be written') as string })
  expect(await stateOf(id)).toBe('approved')

  const out = path.join(folder, 'files')
  mkdirSync(out)
  const made = await crels(['file', runId, '--out', out, '--json'])
  expect(made.stderr).toBe(`Making a file of ${runId}\n`)
  const { file } = JSON.parse(made.stdout)
  expect(file).toBe(path.join(out, `paypal-${runId}.csv`))
  expect(readdirSync(out)).toEqual([`paypal-${runId}.csv`])
  expect(statSync(file).mode & 0o777).toBe(0o600)

  // What PayPal reports ends it.
  const reference = readFileSync(file, 'utf8').split('\r\n')[1]!.split(',')[3]!
  const report = path.join(folder, 'report.csv')
  writeFileSync(report, `Reference ID,Status,Transaction ID\n${reference},Success,TX1\nr0,Success,TX2\n`)
  const refused = path.join(folder, 'refused.csv')
  const imported = await crels(['import', runId, report, '--refused', refused])
  expect(imported.stdout).toContain('2 rows, 1 paid, 0 came back, 0 pending, 1 refused')
  expect(readFileSync(refused, 'utf8')).toContain('No payment of this run has this reference.')
  expect((await crels(['close', runId])).stdout).toContain('paypal closed')
  expect(await stateOf(id)).toBe('paid')
})

test('a disk that is full after the payouts are sent names the run, and its file is written again', async () => {
  const id = await approved()
  const runId = await approvedRun()
  // Every write to it fails for want of room.
  const failed = await crels(['file', runId, '--out', '/dev/full'])
  expect(failed.status).toBe(1)
  expect(failed.stderr).toContain(`payout-run file-again ${runId}`)
  expect(failed.stderr).toContain('ENOSPC')
  expect(await stateOf(id)).toBe('sending')
  expect(failed.stderr).not.toContain('DATA_DIR')
  const out = path.join(folder, 'again.csv')
  const again = await crels(['file-again', runId, '--out', out])
  expect(again.stdout).toBe(`${runId} is in ${out}\n`)
  expect(readFileSync(out, 'utf8').split('\r\n')).toHaveLength(3)
})

test('a file that is written again names what an earlier file has paid since', async () => {
  const id = await approved()
  const runId = await approvedRun()
  const out = path.join(folder, 'twice')
  mkdirSync(out)
  await crels(['file', runId, '--out', out])
  const report = path.join(folder, 'twice.csv')
  const says = async (status: string) => {
    writeFileSync(report, `reference,status\n${payoutReference(id)},${status}\n`)
    return await crels(['import', runId, report])
  }
  await says('Failed')
  await crels(['retry', runId, id])
  await crels(['file', runId, '--out', path.join(out, 'second.csv')])
  expect((await says('Completed')).stdout).toContain('1 refused')
  const again = await crels(['file-again', runId, '--number', '2', '--out', path.join(out, 'again.csv')])
  expect(again.stdout).toContain(
    `an earlier file has paid ${payoutReference(id, 2)}: take it out of this one before you hand it over`,
  )
})

test('killed between two payouts it has said which run they are in, and goes on there', async () => {
  const [first, second] = [await approved(), await approved()]
  const runId = await approvedRun()
  const out = path.join(folder, 'killed.csv')
  const file = ['payout-run', 'file', runId, '--out', out]
  let program: ReturnType<typeof startProgram> | undefined
  await app.db.transaction().execute(async (tx) => {
    // The second payout waits for this lock, with the first one sent.
    await sql`select from redemption where id = ${second} for update`.execute(tx)
    program = startProgram([process.execPath, 'server/cli.ts', ...file], settings)
    await vi.waitFor(async () => expect(await stateOf(first)).toBe('sending'), 60_000)
    program.killGroup('SIGKILL')
    await program.ended
  })
  expect(await stateOf(second)).toBe('approved')
  expect(existsSync(out)).toBe(false)
  expect((await program!.ended).stderr).toContain(`Making a file of ${runId}`)
  expect((await crels(['show', runId])).stdout).toContain('file 1: not finished')
  expect(await runCommand(file, settings)).toMatchObject({ status: 0 })
  expect(readFileSync(out, 'utf8').split('\r\n')).toHaveLength(4)
  // What was left over is gone.
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  expect(await stateOf(second)).toBe('sending')
})
