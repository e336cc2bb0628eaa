import type { Command } from 'commander'
import { inActOf, lookAtList, recordActIn } from './acting-operator.ts'
import { listLimit, printHistory } from './print-list.ts'
import { readTextFile } from './read-input.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inSealingTransaction, print } from './with-app.ts'
import { utcDate } from '#rules/utc-date.ts'

/** `crels mail suppressed|lift|bounces` */
export function mailCommands(program: Command): void {
  const mail = program.command('mail').description('Addresses that mails do not reach.')
  mail
    .command('suppressed')
    .description(
      'List addresses that are sent no mail, since one bounced or was reported as spam; the latest first. The log says that you looked.',
    )
    .option('--limit <n>', 'at most so many', listLimit, 50)
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const { listSuppressed } = await import('../platform/mail/address-trouble.ts')
      const found = await lookAtList(
        command,
        'suppressed addresses',
        async (tx) => await listSuppressed(tx, { limit: limit + 1 }),
      )
      const rows = found.map(({ sinceText: _, key: __, ...row }) => row)
      const line = ({ address, reason, since, detail }: (typeof rows)[number]) =>
        `${utcDate(since)}  ${address}  ${reason}${detail ? `: ${detail}` : ''}`
      printHistory(command, rows, line, limit)
    })
  mail
    .command('lift <address>')
    .description('Send an address mail again, once you know that it works.')
    .action(async (address: string, _: object, command: Command) => {
      const { liftAddress } = await import('../modules/notifications/public.ts')
      const wasSuppressed = await inActOf(
        command,
        async (tx, actor) => await liftAddress(tx, actor, { address }),
      )
      if (!wasSuppressed) throw new Error(`${address} is not suppressed`)
      print(command, { address, suppressed: false }, `${address} is sent mail again`)
    })
  mail
    .command('bounces <files...>')
    .description(
      'Read what came back to the mailbox of MAIL_FROM (mails or mailbox files; - is standard input), and send the addresses that do not work no more mail.',
    )
    .action(async (files: string[], _: object, command: Command) => {
      const { recordReturnedMails } = await import('../platform/mail/returned-mail.ts')
      const texts = await Promise.all(files.map(readTextFile))
      const read = await inSealingTransaction(async (tx, secret, config) => {
        const found = await recordReturnedMails(tx, secret, texts)
        const after = { mails: found.mails, suppressed: found.suppressed.length }
        await recordActIn(tx, command, config, { target: 'mail', after })
        return found
      })
      print(command, read, [
        ...read.suppressed.map((address) => `${address} is sent no more mail`),
        `Mails read: ${grouped(read.mails)}; addresses newly suppressed: ${grouped(read.suppressed.length)}; known, or found to work since: ${grouped(read.known)}`,
        ...(read.passing > 0 ? [`Saying nothing against an address: ${grouped(read.passing)}`] : []),
        ...(read.foreign > 0
          ? [`Not believed, since they return no mail of ours to the address: ${grouped(read.foreign)}`]
          : []),
        ...(read.others > 0 ? [`No reports: ${grouped(read.others)}`] : []),
      ])
    })
}
