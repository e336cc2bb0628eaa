import { Option, type Command } from 'commander'
import type { ConversionUnderReview } from '../modules/conversions/public.ts'
import { inActOf, inSealingActOf, lookAtList } from './acting-operator.ts'
import { amountOf, amountText } from './amount-of.ts'
import { listLimit, printList } from './print-list.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print } from './with-app.ts'

interface HeldOptions {
  limit: string
  appealed?: boolean
  after?: string
}

interface CorrectOptions {
  reason: string
  click?: string
  type?: 'lead' | 'sale'
  amount?: string
  currency: string
  occurredAt?: string
}

/** `crels conversion under-review|decide|correct|reverse` */
export function conversionCommands(program: Command): void {
  const conversion = program.command('conversion').description('Conversions that wait for a person.')
  conversion
    .command('under-review')
    .description(
      'List what waits for a decision, the longest first, with what the member says. The log says that you looked.',
    )
    .option('--appealed', 'only where the member has explained')
    .option('--limit <count>', 'how many at most', '100')
    .option('--after <conversionId>', 'go on after this one')
    .action(async ({ limit, ...options }: HeldOptions, command: Command) => {
      const { countConversionsUnderReview, listConversionsUnderReview } =
        await import('../modules/conversions/public.ts')
      const query = { ...options, limit: listLimit(limit) }
      const { rows, total } = await lookAtList(command, 'conversions under review', async (tx) => ({
        rows: await listConversionsUnderReview(tx, query),
        total: await countConversionsUnderReview(tx, query),
      }))
      printList(command, rows, rows.flatMap(reviewLines), { total, after: rows.at(-1)?.id })
    })
  conversion
    .command('decide <conversionId>')
    .description('Decide a conversion under review.')
    .option('--accept', 'it is genuine: the member earns')
    .option('--reject <reason>', 'it is not; the reason in snake_case')
    .option('--answer <text>', 'an answer to the member who explained it')
    .action(
      async (
        conversionId: string,
        options: { accept?: boolean; reject?: string; answer?: string },
        command: Command,
      ) => {
        if (Boolean(options.accept) === Boolean(options.reject))
          throw new Error('Say --accept or --reject reason')
        const { accept = false, reject: reason, answer: said } = options
        const decision = { conversionId, accept, reason, answer: said }
        const { decideConversionReview } = await import('../modules/conversions/public.ts')
        const answer = await inActOf(
          command,
          async (tx, actor) => await decideConversionReview(tx, actor, decision),
        )
        print(command, answer, `${answer.id} is ${answer.status}`)
      },
    )
  conversion
    .command('correct <conversionId>')
    .description(
      'Put a rejected or wrong conversion right: one is added and paid in its place, both stay recorded.',
    )
    .requiredOption('--reason <text>', 'why, for who reads the books later')
    .option('--click <id>', 'the click it was for, where another was reported')
    .addOption(new Option('--type <type>', 'where the other was reported').choices(['lead', 'sale']))
    .option('--amount <amount>', 'what was really paid, such as 49.90, where that differs')
    .option('--currency <code>', 'the currency of the amount', 'USD')
    .option('--occurred-at <time>', 'when it happened, such as 2026-11-22T10:00:00Z, where that differs')
    .action(async (conversionId: string, options: CorrectOptions, command: Command) => {
      const { correctConversion } = await import('../modules/conversions/public.ts')
      const { click: clickId, type, reason, occurredAt } = options
      const amount = amountOf(options)
      const correction = { conversionId, reason, clickId, type, amount, occurredAt }
      const answer = await inSealingActOf(
        command,
        async (tx, actor, { secret }) => await correctConversion(tx, actor, correction, { secret }),
      )
      const { crels, unlocksAt } = answer.earning!
      print(
        command,
        answer,
        `${answer.id} stands in its place: ${grouped(crels)} crels, available on ${unlocksAt}`,
      )
    })
  conversion
    .command('reverse <conversionId>')
    .description('Take back an accepted conversion, before or after its earning is unlocked.')
    .requiredOption('--reason <reason>', 'why, in snake_case')
    .action(async (conversionId: string, { reason }: { reason: string }, command: Command) => {
      const { reverseConversion } = await import('../modules/conversions/public.ts')
      const answer = await inActOf(
        command,
        async (tx, actor) => await reverseConversion(tx, actor, { conversionId, reason }),
      )
      print(command, answer, `${grouped(answer.reversedCrels)} crels taken back`)
    })
}

function reviewLines({
  id,
  brand,
  eventId,
  amount,
  campaign,
  uid,
  type,
  crels,
  reason,
  createdAt,
  appeal,
}: ConversionUnderReview): string[] {
  const paid = amount ? ` of ${amountText(amount)}` : ''
  const line = `${id}  ${createdAt.toISOString()}  ${reason}  ${type} ${eventId}${paid} for ${grouped(crels)} crels  ${uid} in ${campaign} of ${brand}`
  return appeal ? [line, `  “${appeal.replaceAll(/\s+/g, ' ')}”`] : [line]
}
