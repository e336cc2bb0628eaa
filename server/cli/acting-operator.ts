import type { Command } from 'commander'
import type { OperatorActor } from '../modules/operators/public.ts'
import type { Tx } from '../platform/database.ts'
import { CommandFailure } from './failure-line.ts'
import { inTransaction } from './with-app.ts'

/**
 * Runs `work` in a transaction, with the operator whom `--as` or the setting OPERATOR names. A person who runs
 * commands can read every key of the installation: the name says who acted, and proves nothing.
 */
export async function inActOf<T>(
  command: Command,
  work: (tx: Tx, actor: OperatorActor) => Promise<T>,
): Promise<T> {
  return await inTransaction(async (tx, config) => {
    const email = command.optsWithGlobals<{ as?: string }>().as ?? config.operator
    if (!email)
      throw new CommandFailure(
        'Say who acts: --as you@example.com, or the setting OPERATOR. `crels operator add` makes the first operator.',
      )
    const { operatorActing } = await import('../modules/operators/public.ts')
    return await work(tx, await operatorActing(tx, email))
  })
}
