import type { Command } from 'commander'
import { inTransaction, print } from './with-app.ts'

/** `crels conversion decide` */
export function conversionCommands(program: Command): void {
  const conversion = program.command('conversion').description('Conversions that wait for a person.')
  conversion
    .command('decide <conversionId>')
    .description('Decide a held conversion.')
    .option('--accept', 'it is genuine: the member earns')
    .option('--reject <reason>', 'it is not; the reason in snake_case')
    .action(
      async (conversionId: string, options: { accept?: boolean; reject?: string }, command: Command) => {
        if (Boolean(options.accept) === Boolean(options.reject))
          throw new Error('Say --accept or --reject reason')
        const decision = { conversionId, accept: Boolean(options.accept), reason: options.reject }
        const { decideHeldConversion } = await import('../modules/conversions/public.ts')
        const answer = await inTransaction(async (tx) => await decideHeldConversion(tx, decision))
        print(command, answer, `${answer.id} is ${answer.status}`)
      },
    )
}
