import type { Command } from 'commander'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import { inTransaction } from '../platform/transaction.ts'
import { withAppOf } from './acting-operator.ts'
import { CommandFailure, failureLine } from './failure-line.ts'
import { openOutputFile } from './output-file.ts'
import { readTextFile } from './read-input.ts'
import { print } from './with-app.ts'

/** What the commands work with, loaded when it is needed. */
export const payoutRunModule = async () => await import('../modules/payout-runs/public.ts')

/** `crels payout-run file|file-again|import` */
export function payoutFileCommands(run: Command): void {
  run
    .command('file <runId>')
    .description('Make the next file of an approved run; what is in it is on its way from then on.')
    .option('--out <path>', 'the file or its folder; by default a file of its own name, here')
    .action(async (runId: string, { out }: { out?: string }, command: Command) => {
      await makeFile(runId, out, command)
    })
  run
    .command('file-again <runId>')
    .description('Write a file of a run once more, the same as the first time. The log says that you did.')
    .option('--number <number>', 'which of its files', '1')
    .option('--out <path>', 'the file or its folder; by default a file of its own name, here')
    .action(async (runId: string, options: { number: string; out?: string }, command: Command) => {
      const { openPayoutFile, payoutRunDetail } = await payoutRunModule()
      const number = Number(options.number)
      const { path, paidBefore } = await withAppOf(command, async ({ db, secret }, actor) => {
        const { name, text } = await inTransaction(db, async (tx) =>
          openPayoutFile(tx, actor, { runId, number }, { secret }),
        )
        const file = await openOutputFile(name, options.out)
        await file.write(text)
        const { files } = await payoutRunDetail(db, runId)
        return { path: file.path, ...files.find((one) => one.number === number)! }
      })
      print(command, { runId, file: path, paidBefore }, [
        `${runId} is in ${path}`,
        ...paidBefore.map(
          (reference) =>
            `  an earlier file has paid ${reference}: take it out of this one before you hand it over`,
        ),
      ])
    })
  run
    .command('import <runId> <reportFile>')
    .description(
      'Take in a report of what arrived: a CSV file of PayPal, Wise or a bank (- is standard input).',
    )
    .option('--refused <path>', 'where the rows that are refused are written')
    .action(async (runId: string, report: string, { refused }: { refused?: string }, command: Command) => {
      await importReport(runId, report, { refused }, command)
    })
}

/** The file is there before any payout is in it; from then on whatever fails names the run. */
async function makeFile(runId: string, out: string | undefined, command: Command): Promise<void> {
  const { makePayoutFile, payoutFileText, payoutRun } = await payoutRunModule()
  const made = await withAppOf(command, async ({ db, payoutRunDeps }, actor) => {
    const { format } = await payoutRun(db, runId)
    const file = await openOutputFile(`${format}-${runId}.${format === 'sepa' ? 'xml' : 'csv'}`, out)
    // Shown before anything is sent: a process that is killed here has said where its payouts are.
    process.stderr.write(`Making a file of ${runId}\n`)
    try {
      const done = await makePayoutFile(db, actor, { runId }, payoutRunDeps)
      if (done.payouts === 0) {
        await file.discard()
        return { ...done, file: null }
      }
      await file.write((await payoutFileText(db, { runId, number: done.number }, payoutRunDeps)).text)
      return { ...done, file: file.path }
    } catch (error) {
      await file.discard()
      throw new CommandFailure(
        `${failureLine(error)}. Payouts of ${runId} may be on their way in no file: "payout-run show ${runId}" says how many, "payout-run file ${runId}" goes on, "payout-run file-again ${runId}" writes a finished one.`,
        { cause: error },
      )
    }
  })
  print(command, { runId, ...made }, [
    made.file
      ? `${runId}: ${grouped(made.payouts)} payouts of ${dollars(made.usdCents)} in ${made.file}`
      : 'Nothing is in the file',
    ...leftLines(made.left),
  ])
}

async function importReport(
  runId: string,
  report: string,
  { refused }: { refused?: string },
  command: Command,
): Promise<void> {
  const csv = await readTextFile(report)
  const { applyPayoutResults, importPayoutResults, payoutImport, refusedCsv } = await payoutRunModule()
  const { importId, done, file } = await withAppOf(command, async ({ db, payoutRunDeps }, actor) => {
    const target = refused === undefined ? undefined : await openOutputFile(`refused-${runId}.csv`, refused)
    const { importId: id } = await inTransaction(db, async (tx) =>
      importPayoutResults(tx, actor, { runId, csv }),
    ).catch(async (error: unknown) => {
      await target?.discard()
      throw error
    })
    process.stderr.write(`Importing ${id}\n`)
    await applyPayoutResults(db, { importId: id }, payoutRunDeps)
    let text = ''
    for await (const part of refusedCsv(db, id, { isNamed: true })) text += part
    await target?.write(text)
    return { importId: id, done: await payoutImport(db, id), file: target?.path ?? null }
  })
  print(command, { ...done, file }, [
    `${importId}: ${grouped(done.rows)} rows, ${grouped(done.paid)} paid, ${grouped(done.exceptions)} came back, ${grouped(done.pending)} pending, ${grouped(done.refused)} refused`,
    ...(file ? [`The refused rows are in ${file}`] : []),
  ])
}

/** Redemptions that are not paid, each with why. */
export function leftLines(left: { redemptionId: string; why: string }[]): string[] {
  return left.map(({ redemptionId, why }) => `  left out ${redemptionId}: ${why}`)
}
