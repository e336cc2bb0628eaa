import type { Command } from 'commander'
import { inActOf, lookAtList } from './acting-operator.ts'
import { amountOf, amountText } from './amount-of.ts'
import { listLimit, printList } from './print-list.ts'
import { print } from './with-app.ts'
import { utcDate } from '#rules/utc-date.ts'

const claims = async () => await import('#server/modules/conversion-claims/public.ts')

interface AcceptOptions {
  event?: string
  amount?: string
  currency: string
  answer?: string
}

/** `crels claim list|accept|decline` */
export function claimCommands(program: Command): void {
  const claim = program.command('claim').description('Conversions that members say are missing.')
  claim
    .command('list')
    .description(
      'List claims that wait for an answer, those that are due first at the top. The log says that you looked.',
    )
    .option('--limit <count>', 'how many at most', '100')
    .option('--after <claimId>', 'go on after this one')
    .action(async ({ limit, after }: { limit: string; after?: string }, command: Command) => {
      const { countOpenConversionClaims, openConversionClaims } = await claims()
      const query = { limit: listLimit(limit), after }
      const { rows, total } = await lookAtList(command, 'claims', async (tx) => ({
        rows: await openConversionClaims(tx, query),
        total: await countOpenConversionClaims(tx, query),
      }))
      const lines = rows.map((row) =>
        [
          row.id,
          row.brand,
          `answer by ${utcDate(row.answerBy)}`,
          `${row.type} ${row.orderReference} of ${row.occurredAt.toISOString()}`,
          row.reportedAmountMinor === null
            ? ''
            : amountText({ currency: row.reportedCurrency!, minor: row.reportedAmountMinor }),
          row.note ?? '',
        ]
          .filter(Boolean)
          .join('  '),
      )
      printList(command, rows, lines, { total, after: rows.at(-1)?.id })
    })
  claim
    .command('accept <claimId>')
    .description('Record what is claimed; it is paid by the campaign’s rules.')
    .option('--event <id>', 'the brand’s own id of the order; what the member knows it by unless given')
    .option('--amount <amount>', 'what was really paid, such as 49.90, where that differs from the claim')
    .option('--currency <code>', 'the currency of the amount', 'USD')
    .option('--answer <text>', 'a word to the member')
    .action(async (claimId: string, options: AcceptOptions, command: Command) => {
      const { answerConversionClaim } = await claims()
      const { event, answer } = options
      const input = { claimId, accept: true, eventId: event, answer, amount: amountOf(options) }
      const done = await inActOf(command, async (tx, actor) => await answerConversionClaim(tx, actor, input))
      print(command, done, `${claimId} is accepted: ${done.conversionId}`)
    })
  claim
    .command('decline <claimId>')
    .description('Decline a claim; the member reads why.')
    .requiredOption('--answer <text>', 'why, for the member to read')
    .action(async (claimId: string, { answer }: AcceptOptions, command: Command) => {
      const { answerConversionClaim } = await claims()
      const input = { claimId, accept: false, answer }
      const done = await inActOf(command, async (tx, actor) => await answerConversionClaim(tx, actor, input))
      print(command, done, `${claimId} is declined`)
    })
}
