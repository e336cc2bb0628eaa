import { writeFile } from 'node:fs/promises'
import { Argument, Option, type Command } from 'commander'
import { REDEMPTION_STATES, type RedemptionState } from '#rules/redemption-state.ts'
import type { App } from '../app.ts'
import { print, withApp } from './with-app.ts'

type Operations = App['redemptions']
type Row = Awaited<ReturnType<Operations['approve']>>

/** `crels redemption list|show|approve|reject|send|paid|failed|batch|batch-file|totals` */
export function redemptionCommands(program: Command): void {
  const redemption = program.command('redemption').description('Payouts that members asked for.')
  redemption
    .command('list')
    .description('List redemptions, those that wait longest first.')
    .addOption(new Option('--state <state>', 'only those in this state').choices(REDEMPTION_STATES))
    .option('--limit <count>', 'how many at most', '100')
    .action(async ({ state, limit }: { state?: RedemptionState; limit: string }, command: Command) => {
      const query = { state, limit: Math.max(1, Number(limit) || 100) }
      const rows = await withApp(async ({ redemptions }) => await redemptions.list(query))
      print(command, rows, rows.length > 0 ? rows.map(line) : 'None')
    })
  redemption
    .command('show <redemptionId>')
    .description('Show a redemption with where to pay, in clear.')
    .action(async (id: string, _, command: Command) => {
      const row = await withApp(async ({ redemptions }) => await redemptions.show(id))
      const to = row.payTo ? Object.entries(row.payTo).map(([name, value]) => `  ${name}: ${value}`) : []
      print(command, row, [line(row), ...to, ...row.timeline.map(({ state, at }) => `  ${at} ${state}`)])
    })
  decide(
    redemption,
    'approve',
    'Approve a requested redemption; never one’s own.',
    [],
    (it, { id, author }) => it.approve({ redemptionId: id, author }),
  )
  decide(
    redemption,
    'reject',
    'Reject a requested redemption; its crels return.',
    [['--reason <text>', 'why, for the member to read']],
    (it, { id, author, reason }) => it.reject({ redemptionId: id, author, reason: reason! }),
  )
  decide(
    redemption,
    'send',
    'Have an approved redemption paid; with the provider “manual” an operator pays by hand and then says paid.',
    [],
    (it, { id, author, provider }) => it.send({ redemptionId: id, author, provider: provider ?? 'manual' }),
  ).option('--provider <name>', 'who pays', 'manual')
  decide(
    redemption,
    'paid',
    'Say that the dollars of a redemption that is being sent have arrived.',
    [['--reference <text>', 'the payment’s own name at PayPal or the bank']],
    (it, { id, author, reference }) => it.pay({ redemptionId: id, author, reference: reference! }),
  )
  decide(
    redemption,
    'failed',
    'Say that a payout did not go through and never will; its crels return.',
    [['--reason <text>', 'why, for the member to read']],
    (it, { id, author, reason }) => it.fail({ redemptionId: id, author, reason: reason! }),
  )
  fileCommands(redemption)
}

function fileCommands(redemption: Command): void {
  redemption
    .command('batch')
    .addArgument(new Argument('<format>').choices(['paypal', 'bank']))
    .description(
      'Put every approved redemption to PayPal, or to banks, into one file; they are being sent then.',
    )
    .requiredOption('--author <name>', 'who makes it')
    .option('--out <path>', 'where to write the file; by default its own name, here')
    .action(
      async (
        format: 'paypal' | 'bank',
        { author, out }: { author: string; out?: string },
        command: Command,
      ) => {
        const batch = await withApp(async ({ redemptions }) => {
          const made = await redemptions.makeBatch({ format, author })
          if (made.batchId === null) return { ...made, file: null }
          return { ...made, file: await write(await redemptions.batchFile(made.batchId), out) }
        })
        print(command, batch, [
          batch.file
            ? `${batch.batchId}: ${batch.payouts} payouts of ${dollars(batch.usdCents)} in ${batch.file}`
            : 'Nothing to pay',
          ...batch.left.map(({ redemptionId, why }) => `  left out ${redemptionId}: ${why}`),
        ])
      },
    )
  redemption
    .command('batch-file <batchId>')
    .description('Write the file of a batch once more, the same as the first time.')
    .option('--out <path>', 'where to write the file; by default its own name, here')
    .action(async (batchId: string, { out }: { out?: string }, command: Command) => {
      const file = await withApp(
        async ({ redemptions }) => await write(await redemptions.batchFile(batchId), out),
      )
      print(command, { batchId, file }, `${batchId} is in ${file}`)
    })
  redemption
    .command('totals <year>')
    .description('What each member was paid in a year (UTC), for taxes; with --out as a CSV file.')
    .option('--out <path>', 'where to write the file')
    .action(async (year: string, { out }: { out?: string }, command: Command) => {
      if (!/^20\d\d$/.test(year)) throw new Error(`${year} is not a year such as 2026`)
      const totals = await withApp(async ({ redemptions }) => await redemptions.totals(Number(year)))
      if (out) {
        const { yearlyTotalsCsv } = await import('../modules/redemptions/public.ts')
        await write({ name: out, text: yearlyTotalsCsv(totals) }, out)
      }
      print(
        command,
        totals,
        totals.length > 0
          ? totals.map(
              ({ uid, email, redemptions, usdCents }) =>
                `${uid}  ${email ?? 'left'}  ${redemptions} redemptions, ${dollars(usdCents)}`,
            )
          : 'Nobody was paid',
      )
    })
}

interface Given {
  id: string
  author: string
  reason?: string
  reference?: string
  provider?: string
}

function decide(
  redemption: Command,
  name: string,
  description: string,
  required: [flags: string, doc: string][],
  act: (operations: Operations, given: Given) => Promise<Row>,
): Command {
  const command = redemption
    .command(`${name} <redemptionId>`)
    .description(description)
    .requiredOption('--author <name>', 'who says so')
  for (const [flags, doc] of required) command.requiredOption(flags, doc)
  return command.action(async (id: string, options: Omit<Given, 'id'>, self: Command) => {
    const row = await withApp(async ({ redemptions }) => await act(redemptions, { id, ...options }))
    print(self, row, line(row))
  })
}

/** Readable by its owner alone: it says whom to pay, and where. */
async function write(file: { name: string; text: string }, out = file.name): Promise<string> {
  await writeFile(out, file.text, { mode: 0o600 })
  return out
}

function line({
  id,
  state,
  usdCents,
  crels,
  destinationKind,
  destinationHint,
  uid,
  requestedAt,
}: Row): string {
  return `${id}  ${state}  ${dollars(usdCents)} for ${crels} crels to ${destinationKind} ${destinationHint ?? ''}, asked by ${uid} at ${requestedAt.toISOString()}`
}

function dollars(usdCents: number): string {
  return `$${(usdCents / 100).toFixed(2)}`
}
