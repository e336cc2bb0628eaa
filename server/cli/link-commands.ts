import type { Command } from 'commander'
import { inTransaction, print, withDb } from './with-app.ts'

const links = async () => await import('../modules/links/public.ts')

/** `crels link show|ban|unban|block-host|unblock-host|blocked-hosts` */
export function linkCommands(program: Command): void {
  const link = program.command('link').description('Short links, and where none may lead.')
  link
    .command('show <code>')
    .description('Show whose a code is, where it leads and its state.')
    .action(async (code: string, _: object, command: Command) => {
      const { linkByCode } = await links()
      const found = await withDb(async (db) => await linkByCode(db, code))
      if (!found) throw new Error(`Nobody has the code ${code}`)
      const { ownerUid, kind, state, destinationUrl, removedAt } = found
      print(
        command,
        found,
        `${code}  ${kind} of ${ownerUid}, ${removedAt ? 'removed' : state}: ${destinationUrl}`,
      )
    })
  for (const isBanned of [true, false])
    link
      .command(isBanned ? 'ban <code>' : 'unban <code>')
      .description(
        isBanned
          ? 'Turn a link off for breaking the rules; it answers 410, and its owner cannot change it.'
          : 'Let its owner have a banned link again; it is off until they switch it on.',
      )
      .action(async (code: string, _: object, command: Command) => {
        const { linkByCode, setLinkBanned } = await links()
        const changed = await inTransaction(async (tx) => {
          if (!(await linkByCode(tx, code))) throw new Error(`Nobody has the code ${code}`)
          return await setLinkBanned(tx, code, isBanned)
        })
        const state = isBanned ? 'banned' : 'not banned'
        print(
          command,
          { code, banned: isBanned, changed },
          `${code} is ${state}${changed ? '' : ', as before'}`,
        )
      })
  link
    .command('block-host <host>')
    .description('Let no link lead to a host or what is below it, and ban those that do.')
    .requiredOption('--reason <reason>', 'why, for whoever reads the list')
    .action(async (host: string, { reason }: { reason: string }, command: Command) => {
      const { blockHost } = await links()
      const done = await inTransaction(async (tx) => await blockHost(tx, { host, reason }))
      print(command, { ...done, reason }, `${done.host} is blocked; ${done.banned} links are banned`)
    })
  link
    .command('unblock-host <host>')
    .description('Take a host from the list; links that were banned stay so.')
    .action(async (host: string, _: object, command: Command) => {
      const { unblockHost } = await links()
      const wasBlocked = await inTransaction(async (tx) => await unblockHost(tx, host))
      if (!wasBlocked) throw new Error(`${host} is not blocked`)
      print(command, { host, blocked: false }, `${host} is not blocked any more`)
    })
  link
    .command('blocked-hosts')
    .description('List the hosts that no link may lead to.')
    .action(async (_: object, command: Command) => {
      const { blockedHosts } = await links()
      const hosts = await withDb(async (db) => await blockedHosts(db))
      const lines = hosts.map(
        ({ host, reason, blockedAt }) => `${host}  ${blockedAt.toISOString().slice(0, 10)}  ${reason}`,
      )
      print(command, hosts, lines.length > 0 ? lines : 'None is blocked')
    })
}
