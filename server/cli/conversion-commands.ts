import type { Command } from 'commander'
import type { HeldConversion } from '../modules/conversions/public.ts'
import { inTransaction, print, withDb } from './with-app.ts'

/** `crels conversion held|decide|reverse` */
export function conversionCommands(program: Command): void {
  const conversion = program.command('conversion').description('Conversions that wait for a person.')
  conversion
    .command('held')
    .description('List what waits for a decision, the longest first, with what the member says.')
    .option('--appealed', 'only where the member has explained')
    .option('--limit <count>', 'how many at most', '100')
    .action(async ({ limit, appealed }: { limit: string; appealed?: boolean }, command: Command) => {
      const { listHeld } = await import('../modules/conversions/public.ts')
      const query = { limit: Math.max(1, Number(limit) || 100), appealed }
      const rows = await withDb(async (db) => await listHeld(db, query))
      print(command, rows, rows.length > 0 ? rows.flatMap(heldLines) : 'None')
    })
  conversion
    .command('decide <conversionId>')
    .description('Decide a held conversion.')
    .option('--accept', 'it is genuine: the member earns')
    .option('--reject <reason>', 'it is not; the reason in snake_case')
    .option('--answer <text>', 'what the member who explained it is told')
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
        const { decideHeldConversion } = await import('../modules/conversions/public.ts')
        const answer = await inTransaction(async (tx) => await decideHeldConversion(tx, decision))
        print(command, answer, `${answer.id} is ${answer.status}`)
      },
    )
  conversion
    .command('reverse <conversionId>')
    .description('Take back an accepted conversion, before or after its earning is unlocked.')
    .requiredOption('--reason <reason>', 'why, in snake_case')
    .action(async (conversionId: string, { reason }: { reason: string }, command: Command) => {
      const { reverseConversion } = await import('../modules/conversions/public.ts')
      const answer = await inTransaction(async (tx) => await reverseConversion(tx, { conversionId, reason }))
      print(command, answer, `${answer.reversedCrels} crels taken back`)
    })
}

function heldLines({
  id,
  brand,
  campaign,
  uid,
  type,
  crels,
  reason,
  createdAt,
  appeal,
}: HeldConversion): string[] {
  const line = `${id}  ${createdAt.toISOString()}  ${reason}  ${type} for ${crels} crels  ${uid} in ${campaign} of ${brand}`
  return appeal ? [line, `  “${appeal.replaceAll(/\s+/g, ' ')}”`] : [line]
}
