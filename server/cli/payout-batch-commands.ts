import type { Command } from 'commander'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import { withAppOf } from './acting-operator.ts'
import { CommandFailure, failureLine } from './failure-line.ts'
import { openOutputFile } from './output-file.ts'
import { listLimit, printList } from './print-list.ts'
import { print, withApp } from './with-app.ts'

interface BatchOptions {
  out?: string
}

/** `crels redemption batch paypal|bank|list`, `crels redemption batch-file` */
export function payoutBatchCommands(redemption: Command): void {
  const batch = redemption.command('batch').description('Files of payouts, for PayPal or a bank.')
  for (const [format, name] of [
    ['paypal', 'PayPal'],
    ['bank', 'bank accounts'],
  ] as const)
    batch
      .command(format)
      .description(`Put every approved redemption to ${name} into one file; they are being sent then.`)
      .option('--out <path>', 'the file or its folder; by default a file of its own name, here')
      .action(async (options: BatchOptions, command: Command) => await makeBatch(format, options, command))
  batch
    .command('list')
    .description('The files that were made, the newest first, and how far their payouts have come.')
    .option('--limit <count>', 'how many at most', '100')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const all = await withApp(async ({ redemptions }) => await redemptions.batches())
      const rows = all.slice(0, listLimit(limit))
      const lines = rows.map(
        (row) =>
          `${row.batchId}  ${row.format}, made at ${row.madeAt.toISOString()} by ${row.madeBy}: ${grouped(row.payouts)} payouts of ${dollars(row.usdCents)}; ${grouped(row.sending)} are being sent, ${grouped(row.paid)} paid, ${grouped(row.failed)} failed`,
      )
      printList(command, rows, lines, { total: all.length })
    })
  redemption
    .command('batch-file <batchId>')
    .description('Write the file of a batch once more, the same as the first time.')
    .option('--out <path>', 'the file or its folder; by default a file of its own name, here')
    .action(async (batchId: string, { out }: { out?: string }, command: Command) => {
      const written = await withApp(async ({ redemptions }) => {
        const { name, text } = await redemptions.batchFile(batchId)
        const file = await openOutputFile(name, out)
        await file.write(text)
        return file.path
      })
      print(command, { batchId, file: written }, `${batchId} is in ${written}`)
    })
}

/** The file is there before any payout is in it; from then on whatever fails names the batch. */
async function makeBatch(format: 'paypal' | 'bank', { out }: BatchOptions, command: Command): Promise<void> {
  const { newId } = await import('../platform/ids.ts')
  const batchId = newId('payoutBatch')
  const { authorOf } = await import('../modules/operators/public.ts')
  const batch = await withAppOf(command, async ({ redemptions }, actor) => {
    const file = await openOutputFile(`${format}-${batchId}.csv`, out)
    // Shown before anything is sent: a process that is killed here has said where its payouts are.
    process.stderr.write(`Making ${batchId}\n`)
    try {
      const made = await redemptions.makeBatch({ format, author: authorOf(actor), actor, batchId })
      if (made.batchId === null) {
        await file.discard()
        return { ...made, file: null }
      }
      await file.write((await redemptions.batchFile(batchId)).text)
      return { ...made, file: file.path }
    } catch (error) {
      await file.discard()
      throw new CommandFailure(
        `${failureLine(error)}. Payouts of ${batchId} may be on their way in no file: "redemption batch list" says how many, "redemption batch-file ${batchId} --out <path>" writes it.`,
        { cause: error },
      )
    }
  })
  print(command, batch, [
    batch.file
      ? `${batch.batchId}: ${grouped(batch.payouts)} payouts of ${dollars(batch.usdCents)} in ${batch.file}`
      : 'Nothing to pay',
    ...batch.left.map(({ redemptionId, why }) => `  left out ${redemptionId}: ${why}`),
  ])
}
