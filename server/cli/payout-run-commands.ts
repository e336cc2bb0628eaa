import { Argument, Option, type Command } from 'commander'
import type { PayoutRun } from '#contracts/operator-payout-runs.schemas.ts'
import {
  PAYOUT_FORMATS,
  PAYOUT_RUN_FILTERS,
  type PayoutFormat,
  type PayoutRunFilter,
} from '#rules/payout-run.ts'
import type { App } from '../app.ts'
import type { PersonActor } from '../modules/operators/public.ts'
import type { Tx } from '../platform/database.ts'
import { inTransaction } from '../platform/transaction.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import { lookAtList, withAppOf } from './acting-operator.ts'
import { leftLines, payoutFileCommands, payoutRunModule } from './payout-file-commands.ts'
import { listLimit, printHistory } from './print-list.ts'
import { print, withApp } from './with-app.ts'

/** `crels payout-run draft|list|show|approve|discard|retry|give-up|close`, and what `payoutFileCommands` adds */
export function payoutRunCommands(program: Command): void {
  const run = program
    .command('payout-run')
    .description(
      'Redemptions that are paid together, with a file: drafted, approved by another operator, sent, closed.',
    )
  draftCommand(run)
  run
    .command('list')
    .description('List payout runs, the newest first.')
    .addOption(
      new Option('--state <state>', 'only those in this state; open: under way').choices(PAYOUT_RUN_FILTERS),
    )
    .option('--limit <count>', 'how many at most', '100')
    .action(async (options: { state?: PayoutRunFilter; limit: string }, command: Command) => {
      const limit = listLimit(options.limit)
      const { payoutRuns } = await payoutRunModule()
      const { items } = await withApp(
        async ({ db }) => await payoutRuns(db, { state: options.state, limit: limit + 1 }),
      )
      printHistory(command, items, runLine, limit)
    })
  run
    .command('show <runId>')
    .description(
      'Show a payout run with its files, imports and what was left out or came back. The log says that you looked.',
    )
    .action(async (runId: string, _, command: Command) => await showRun(runId, command))
  act(run, 'approve', 'Approve a run that another operator made.', async (tx, actor, runId) => {
    await (await payoutRunModule()).approvePayoutRun(tx, actor, { runId })
  })
  act(run, 'discard', 'Give up a run of which there is no file.', async (tx, actor, runId) => {
    await (await payoutRunModule()).discardPayoutRun(tx, actor, { runId })
  })
  payoutFileCommands(run)
  exceptionCommands(run)
  act(
    run,
    'close',
    'Close a run whose payments all have a result and are in the ledger.',
    async (tx, actor, runId) => {
      await (await payoutRunModule()).closePayoutRun(tx, actor, { runId })
    },
  )
}

interface DraftOptions {
  redemption?: string[]
  payerName?: string
  payerIban?: string
  payerBic?: string
}

function draftCommand(run: Command): void {
  run
    .command('draft')
    .description('Put approved redemptions into a run; nothing is sent yet.')
    .addArgument(new Argument('<format>', 'how it is paid').choices(PAYOUT_FORMATS))
    .option('--redemption <id...>', 'only these; all that are approved and fit unless given')
    .option(
      '--payer-name <name>',
      'of SEPA transfers: whose account they leave; as the last time unless given',
    )
    .option('--payer-iban <iban>', 'its IBAN')
    .option('--payer-bic <bic>', 'its BIC, where the bank wants it')
    .action(async (format: PayoutFormat, options: DraftOptions, command: Command) => {
      const { payerName: name, payerIban: iban, payerBic: bic } = options
      const payer = name && iban ? { name, iban, bic } : undefined
      const { draftPayoutRun } = await payoutRunModule()
      const drafted = await withAppOf(command, async ({ db, payoutRunDeps }, actor) =>
        inTransaction(db, async (tx) =>
          draftPayoutRun(tx, actor, { format, redemptionIds: options.redemption, payer }, payoutRunDeps),
        ),
      )
      print(command, drafted, [
        `${drafted.runId}: ${grouped(drafted.payouts)} payouts of ${dollars(drafted.usdCents)}, for another operator to approve`,
        ...leftLines(drafted.left),
      ])
    })
}

function exceptionCommands(run: Command): void {
  run
    .command('retry <runId> <redemptionId...>')
    .description('Have the next file try payments again that came back unpaid.')
    .action(async (runId: string, ids: string[], _, command: Command) => {
      const { retryPayout } = await payoutRunModule()
      await eachOf(command, ids, async (tx, actor, redemptionId) => {
        await retryPayout(tx, actor, { runId, redemptionId })
      })
    })
  run
    .command('give-up <runId> <redemptionId...>')
    .description('Give up payments that came back unpaid; their crels return.')
    .requiredOption('--reason <text>', 'why, for the members to read')
    .action(async (runId: string, ids: string[], { reason }: { reason: string }, command: Command) => {
      const { giveUpPayout } = await payoutRunModule()
      await eachOf(command, ids, async (tx, actor, redemptionId, sealing) => {
        await giveUpPayout(tx, actor, { runId, redemptionId, reason }, sealing)
      })
    })
}

async function eachOf(
  command: Command,
  ids: string[],
  work: (tx: Tx, actor: PersonActor, id: string, sealing: Pick<App, 'secret'>) => Promise<void>,
): Promise<void> {
  const { eachRow } = await import('../platform/http/each-row.ts')
  const { results, ...counted } = await withAppOf(command, async ({ db, secret }, actor) =>
    eachRow(db, ids, async (tx, id) => work(tx, actor, id, { secret })),
  )
  print(
    command,
    { ...counted, results },
    results.map(({ id, done, detail }) => (done ? `${id}: done` : `${id}: ${detail}`)),
  )
  if (counted.refused > 0) process.exitCode = 1
}

function act(
  run: Command,
  name: string,
  description: string,
  work: (tx: Tx, actor: PersonActor, runId: string) => Promise<void>,
): void {
  run
    .command(`${name} <runId>`)
    .description(description)
    .action(async (runId: string, _, command: Command) => {
      const { payoutRun } = await payoutRunModule()
      const shown = await withAppOf(command, async ({ db }, actor) =>
        inTransaction(db, async (tx) => {
          await work(tx, actor, runId)
          return await payoutRun(tx, runId)
        }),
      )
      print(command, shown, runLine(shown))
    })
}

async function showRun(runId: string, command: Command): Promise<void> {
  const { payoutRunDetail, payoutsOf } = await payoutRunModule()
  const named = { isNamed: true }
  const { run, open } = await lookAtList(command, runId, async (tx) => ({
    run: await payoutRunDetail(tx, runId),
    open: [
      ...(await payoutsOf(tx, { runId, state: 'left_out', limit: 100 }, named)).items,
      ...(await payoutsOf(tx, { runId, state: 'exception', limit: 100 }, named)).items,
    ],
  }))
  print(command, { ...run, open }, [
    runLine(run),
    ...run.files.map(
      ({ number, payouts, usdCents }) =>
        `  file ${number}: ${payouts === null ? 'not finished' : `${grouped(payouts)} payouts of ${dollars(usdCents!)}`}`,
    ),
    ...run.imports.map(
      ({ id, rows, rowsDone, paid, exceptions, pending, refused }) =>
        `  import ${id}: ${grouped(rowsDone)} of ${grouped(rows)} rows, ${grouped(paid)} paid, ${grouped(exceptions)} came back, ${grouped(pending)} pending, ${grouped(refused)} refused`,
    ),
    ...open.map(({ redemptionId, state, reason }) => `  ${state} ${redemptionId}: ${reason}`),
  ])
}

function runLine({ id, format, state, madeBy, madeAt, approvedBy, total, byState }: PayoutRun): string {
  const states = Object.entries(byState).filter(([, { count }]) => count > 0)
  const said = states.map(([name, { count }]) => `${grouped(count)} ${name.replace('_', ' ')}`).join(', ')
  return `${id}  ${format} ${state}, made at ${madeAt} by ${madeBy}${approvedBy ? `, approved by ${approvedBy}` : ''}: ${grouped(total.count)} payouts of ${dollars(total.usdCents)}; ${said}`
}
