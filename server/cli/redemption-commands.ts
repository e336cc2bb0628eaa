import { InvalidArgumentError, Option, type Command } from 'commander'
import { REDEMPTION_STATES, type RedemptionState } from '#rules/redemption-state.ts'
import type { App } from '../app.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import type { OperatorActor } from '../modules/operators/public.ts'
import type { PayoutMismatch } from '../modules/redemptions/public.ts'
import { inActOf, inSealingActOf, lookAtList, withAppOf } from './acting-operator.ts'
import { dayOf } from './moment-of.ts'
import { openOutputFile } from './output-file.ts'
import { listLimit, printList } from './print-list.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

type Operations = App['redemptions']
type Row = Awaited<ReturnType<Operations['approve']>>

/** `crels redemption list|show|destination|approve|reject|send|paid|failed|returned|mismatches|settle-mismatch|totals` */
export function redemptionCommands(program: Command): void {
  const redemption = program.command('redemption').description('Payouts that members asked for.')
  redemption
    .command('list')
    .description('List redemptions, those that wait longest first. The log says that you looked.')
    .addOption(new Option('--state <state>', 'only those in this state').choices(REDEMPTION_STATES))
    .option('--limit <count>', 'how many at most', '100')
    .option('--after <redemptionId>', 'go on after this one')
    .action(async ({ limit, ...options }: ListOptions, command: Command) => {
      const query = { ...options, limit: listLimit(limit) }
      const { countRedemptions, redemptionsIn } = await import('../modules/redemptions/public.ts')
      const { rows, total } = await lookAtList(command, 'redemptions', async (tx) => ({
        rows: await redemptionsIn(tx, query),
        total: await countRedemptions(tx, query),
      }))
      printList(command, rows, rows.map(line), { total, after: rows.at(-1)?.id })
    })
  redemption
    .command('show <redemptionId>')
    .description('Show a redemption and what happened to it. The log says that you did.')
    .action(async (id: string, _, command: Command) => {
      const { lookAtRedemption } = await import('../modules/redemptions/public.ts')
      const row = await inActOf(command, async (tx, actor) => await lookAtRedemption(tx, actor, id))
      print(command, row, [line(row), ...row.timeline.map(({ state, at }) => `  ${at} ${state}`)])
    })
  reasoned(
    redemption
      .command('destination <redemptionId>')
      .description(
        'Show where to pay a redemption, in clear, while it is under way. The log says that you did.',
      ),
  ).action(async (id: string, { reason }: { reason: string }, command: Command) => {
    const payTo = await withAppOf(command, async ({ redemptions }, actor) =>
      redemptions.open({ redemptionId: id, actor, reason }),
    )
    print(
      command,
      payTo,
      Object.entries(payTo).map(([name, value]) => `${name}: ${value}`),
    )
  })
  decide(redemption, 'approve', 'Approve a requested redemption; never one’s own.', [], (it, { id, actor }) =>
    it.approve({ redemptionId: id, actor }),
  )
  decide(
    redemption,
    'reject',
    'Reject a requested redemption; its crels return.',
    [['--reason <text>', 'why, for the member to read']],
    (it, { id, actor, reason }) => it.reject({ redemptionId: id, actor, reason: reason! }),
  )
  decide(
    redemption,
    'send',
    'Have an approved redemption paid; with the provider “manual” an operator pays by hand and then says paid.',
    [],
    (it, { id, actor, provider }) => it.send({ redemptionId: id, actor, provider: provider ?? 'manual' }),
  ).option('--provider <name>', 'who pays', 'manual')
  decide(
    redemption,
    'paid',
    'Say that the dollars of a redemption that is being sent have arrived.',
    [['--reference <text>', 'the payment’s own name at PayPal or the bank']],
    (it, { id, actor, reference, on }) =>
      it.pay({ redemptionId: id, actor, reference: reference!, paidOn: dayOf('--on', on) }),
  ).option(
    '--on <day>',
    'the day on which it was paid, such as 2026-12-30, by which the years of taxes go; today (UTC)',
  )
  decide(
    redemption,
    'failed',
    'Say that a payout did not go through and never will; its crels return.',
    [['--reason <text>', 'why, for the member to read']],
    (it, { id, actor, reason }) => it.fail({ redemptionId: id, actor, reason: reason! }),
  )
  decide(
    redemption,
    'returned',
    'Say that the payment of a paid redemption came back; its crels return, and the year’s totals go without it.',
    [['--reason <text>', 'why, for the member to read']],
    (it, { id, actor, reason }) => it.return({ redemptionId: id, actor, reason: reason! }),
  )
  mismatchCommands(redemption)
  totalsCommand(redemption)
}

const mismatchWords = {
  paid: ({ attempt, state }: PayoutMismatch) =>
    `${state === 'returned' ? 'came back' : 'failed'} here, and ${attempt === null ? '' : `attempt ${attempt} `}was paid`,
  failed: () => 'paid here, and came back',
  twice: ({ attempt }: PayoutMismatch) => `paid twice: attempt ${attempt} was paid as well,`,
} satisfies Record<PayoutMismatch['said'], (mismatch: PayoutMismatch) => string>

function mismatchCommands(redemption: Command): void {
  redemption
    .command('mismatches')
    .description('List payouts whose provider says otherwise than what is written down.')
    .action(async (_, command: Command) => {
      const { payoutMismatches } = await import('../modules/redemptions/public.ts')
      const rows = await withDb(payoutMismatches)
      const lines = rows.map(
        (one) =>
          `${one.redemptionId}  ${dollars(one.usdCents)}  ${mismatchWords[one.said](one)} at ${one.saidAt.toISOString()}: ${one.detail}`,
      )
      print(command, rows, lines.length > 0 ? lines : 'None')
    })
  reasoned(
    redemption
      .command('settle-mismatch <redemptionId>')
      .description(
        'Say that what a provider says against a payout was put right, such as by adjusting the member’s crels.',
      ),
  )
    .addOption(
      new Option(
        '--outcome <outcome>',
        'of a payment that was made twice: whether the other one came back, or the member keeps it',
      ).choices(['came-back', 'kept']),
    )
    .addOption(
      new Option(
        '--attempt <number>',
        'of one that names an attempt: which it is, as crels redemption mismatches has it',
      ).argParser(attemptNumber),
    )
    .action(async (redemptionId: string, options: Settled, command: Command) => {
      const { reason, outcome, attempt } = options
      const { settleMismatch } = await import('../modules/redemptions/public.ts')
      const { settlePaidTwice } = await import('../modules/payout-runs/public.ts')
      const settled = { redemptionId, reason, attempt }
      await inSealingActOf(command, async (tx, actor, { secret }) =>
        outcome === undefined
          ? await settleMismatch(tx, actor, settled, { secret })
          : await settlePaidTwice(
              tx,
              actor,
              { ...settled, outcome: outcome === 'kept' ? 'kept' : 'came_back' },
              { secret },
            ),
      )
      print(command, { redemptionId }, `${redemptionId}: settled`)
    })
}

interface Settled {
  reason: string
  outcome?: 'came-back' | 'kept'
  attempt?: number
}

function attemptNumber(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new InvalidArgumentError('It is a number from 1 on.')
  return Number(value)
}

function totalsCommand(redemption: Command): void {
  redemption
    .command('totals <year>')
    .description(
      'What each member was paid in a year (UTC), for taxes; with --out as a CSV file. The log says that you looked.',
    )
    .option('--out <path>', 'where to write the file')
    .action(async (year: string, { out }: { out?: string }, command: Command) => {
      if (!/^20\d\d$/.test(year)) throw new Error(`${year} is not a year such as 2026`)
      const { yearlyTotals, yearlyTotalsCsv } = await import('../modules/redemptions/public.ts')
      const totals = await lookAtList(
        command,
        `payouts of ${year}`,
        async (tx) => await yearlyTotals(tx, Number(year)),
      )
      if (out) {
        const file = await openOutputFile(`payouts-${year}.csv`, out)
        await file.write(yearlyTotalsCsv(totals))
      }
      print(
        command,
        totals,
        totals.length > 0
          ? totals.map(
              ({ uid, email, redemptions, usdCents }) =>
                `${uid}  ${email ?? 'left'}  ${grouped(redemptions)} redemptions, ${dollars(usdCents)}`,
            )
          : 'No payouts',
      )
    })
}

interface ListOptions {
  state?: RedemptionState
  limit: string
  after?: string
}

interface Given {
  id: string
  actor: OperatorActor
  reason?: string
  reference?: string
  on?: string
  provider?: string
}

function decide(
  redemption: Command,
  name: string,
  description: string,
  required: [flags: string, doc: string][],
  act: (operations: Operations, given: Given) => Promise<Row>,
): Command {
  const command = redemption.command(`${name} <redemptionId>`).description(description)
  for (const [flags, doc] of required) command.requiredOption(flags, doc)
  return command.action(async (id: string, options: Omit<Given, 'id' | 'actor'>, self: Command) => {
    const row = await withAppOf(self, async ({ redemptions }, actor) =>
      act(redemptions, { id, ...options, actor }),
    )
    print(self, row, line(row))
  })
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
  return `${id}  ${state}  ${dollars(usdCents)} for ${grouped(crels)} crels to ${destinationKind} ${destinationHint ?? ''}, asked by ${uid} at ${requestedAt.toISOString()}`
}
