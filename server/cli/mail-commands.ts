import type { Command } from 'commander'
import { listLimit, printHistory } from './print-list.ts'
import { print, inTransaction, withDb } from './with-app.ts'

/** `crels mail suppressed|lift` */
export function mailCommands(program: Command): void {
  const mail = program.command('mail').description('Addresses that mails do not reach.')
  mail
    .command('suppressed')
    .description(
      'List addresses that are sent no mail, since one bounced or was called spam; the latest first.',
    )
    .option('--limit <n>', 'at most so many', listLimit, 50)
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const { listSuppressed } = await import('../platform/mail/address-trouble.ts')
      const rows = await withDb(async (db) => await listSuppressed(db, limit + 1))
      const line = ({ address, reason, since, detail }: (typeof rows)[number]) =>
        `${since.toISOString().slice(0, 10)}  ${address}  ${reason}${detail ? `: ${detail}` : ''}`
      printHistory(command, rows, line, limit)
    })
  mail
    .command('lift <address>')
    .description('Send an address mail again, once you know that it works.')
    .action(async (address: string, _: object, command: Command) => {
      const { liftSuppression } = await import('../platform/mail/address-trouble.ts')
      const wasSuppressed = await inTransaction(async (tx) => await liftSuppression(tx, address))
      if (!wasSuppressed) throw new Error(`${address} is not suppressed`)
      print(command, { address, suppressed: false }, `${address} is sent mail again`)
    })
}
