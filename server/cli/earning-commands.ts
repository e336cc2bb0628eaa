import type { Command } from 'commander'
import { grouped } from '../platform/shown-amounts.ts'
import { inActOf } from './acting-operator.ts'
import { print } from './with-app.ts'

/** `crels earning reverse` */
export function earningCommands(program: Command): void {
  const earning = program.command('earning').description('What members were paid for clicks.')
  earning
    .command('reverse <earningId>')
    .description(
      'Take back what clicks were paid; what was spent becomes a debt. Sales are refunded by brands.',
    )
    .option('--reason <reason>', 'why, in snake_case', 'not_genuine')
    .action(async (earningId: string, { reason }: { reason: string }, command: Command) => {
      const { reverseClickEarning } = await import('../modules/conversions/public.ts')
      const done = await inActOf(
        command,
        async (tx, actor) => await reverseClickEarning(tx, actor, { earningId, reason }),
      )
      const crels = `${grouped(done.reversedCrels)} crels went back`
      print(command, { earningId, ...done }, `${earningId} is ${done.state}; ${crels}`)
    })
}
