import type { Command } from 'commander'
import { grouped } from '../platform/shown-amounts.ts'
import { inActOf } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

const shop = async () => await import('../modules/shop/public.ts')

interface Answer {
  use?: boolean
  takeBack?: boolean
  reason: string
}

/** `crels restore codes|pool`: codes that a restored backup had as unsold. */
export function restorePoolCommands(restore: Command): void {
  restore
    .command('codes')
    .description('List items whose codes were unsold in the backup, and may have been given out since.')
    .action(async (_, command: Command) => {
      const { restoredPools } = await shop()
      const rows = await withDb(restoredPools)
      print(
        command,
        rows,
        rows.length > 0
          ? rows.map(({ slug, title, codes }) => `${slug}  ${grouped(codes)} not for sale  ${title}`)
          : 'None',
      )
    })
  reasoned(
    restore
      .command('pool <item>')
      .description('Say of the codes of an item that were unsold in the backup whether they are good.'),
  )
    .option('--use', 'nobody has had them: they are sold again')
    .option('--take-back', 'they are removed; those that are good can be imported again')
    .action(async (item: string, { use, takeBack, reason }: Answer, command: Command) => {
      if ((use === undefined) === (takeBack === undefined))
        throw new CommandFailure('Say --use or --take-back')
      const { answerRestoredCodes } = await shop()
      const answer = use ? 'use' : 'take-back'
      const { slug, codes } = await inActOf(command, async (tx, actor) =>
        answerRestoredCodes(tx, actor, { item, answer, reason }),
      )
      print(
        command,
        { slug, answer, codes },
        `${slug}: ${grouped(codes)} codes ${use ? 'are sold again' : 'are removed'}`,
      )
    })
}
