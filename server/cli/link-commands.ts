import type { Command } from 'commander'
import type { HostReach } from '../modules/shortlinks/public.ts'
import type { Db } from '../platform/database.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inActOf, inConfirmedSealingActOf } from './acting-operator.ts'
import { confirm } from './confirm.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'
import { utcDate } from '#rules/utc-date.ts'

interface Stop {
  reason: string
  yes?: boolean
}

interface BlockOptions extends Stop {
  shared?: boolean
}

const links = async () => await import('../modules/shortlinks/public.ts')
const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels link show|ban|unban|block-host|unblock-host|blocked-hosts` */
export function linkCommands(program: Command): void {
  const link = program.command('link').description('Short links, and where none may lead.')
  link
    .command('show <code>')
    .description('Show whose a code is, where it leads and its state.')
    .action(async (code: string, _: object, command: Command) => {
      const { linkByCode } = await links()
      const found = await withDb(async (db) => await linkByCode(db, code))
      if (!found) throw new Error(`There is no link with the code ${code}`)
      const { ownerUid, kind, state, destinationUrl, removedAt, blockedByHost, isOwnerDisabled } = found
      const why = blockedByHost
        ? ` (${blockedByHost} is blocked)`
        : isOwnerDisabled
          ? ' (its owner is disabled)'
          : ''
      print(
        command,
        found,
        `${code}  ${kind} of ${ownerUid}, ${removedAt ? 'removed' : state}${why}: ${destinationUrl}`,
      )
    })
  for (const isBanned of [true, false])
    reasoned(
      link
        .command(isBanned ? 'ban <code>' : 'unban <code>')
        .description(
          isBanned
            ? 'Turn a link off for breaking the rules; it answers 410, and its owner cannot change it.'
            : 'Let its owner have a banned link again, as it was.',
        ),
    )
      .option('--yes', 'do it without asking')
      .action(async (code: string, options: Stop, command: Command) => {
        const { reason } = options
        const { setLinkBanned } = await links()
        const { hasLeftCampaign } = await campaigns()
        const { notifyMembers } = await import('../modules/notifications/public.ts')
        const changed = await inConfirmedSealingActOf(
          command,
          {
            reach: async (tx) => await linkLine(tx, code),
            act: async (tx, actor, { secret }) =>
              await setLinkBanned(
                tx,
                actor,
                { code, isBanned, reason },
                {
                  hasLeftCampaign,
                  notify: notifyMembers,
                  secret,
                },
              ),
            lines: (what, would) =>
              would
                ? isBanned
                  ? [`Banning turns off ${what}`, `Visits ${uncounted}`]
                  : [`Unbanning gives back ${what}`]
                : [],
          },
          options,
        )
        const state = isBanned ? 'banned' : 'not banned'
        print(
          command,
          { code, banned: isBanned, changed },
          `${code} is ${state}${changed ? '' : ', as before'}`,
        )
      })
  link
    .command('block-host <host>')
    .description(
      'Let no link lead to a host or what is below it: those that do stop, until it is taken off the list.',
    )
    .requiredOption('--reason <reason>', 'why, as the list shows it')
    .option('--shared', 'block the whole shared host, such as github.io')
    .option('--yes', 'do it without asking')
    .action(async (host: string, { reason, shared, yes }: BlockOptions, command: Command) => {
      const { blockHost, reachOfHost } = await links()
      const { campaignsLeadingTo } = await campaigns()
      const meant = { host, isShared: shared }
      const reach = await withDb(async (db) => await reachOfHost(db, meant, campaignsLeadingTo))
      await confirm(
        [...reachLines(`Blocking ${reach.host} stops`, reach), `Visits to these links ${uncounted}`],
        {
          yes,
        },
      )
      const done = await inActOf(
        command,
        async (tx, actor) => await blockHost(tx, actor, { ...meant, reason }),
      )
      print(command, { ...done, reason }, `${done.host} is blocked; ${done.stopped} links stopped`)
    })
  reasoned(
    link
      .command('unblock-host <host>')
      .description('Take a host from the list; each link that it stopped is what it would be without it.'),
  )
    .option('--yes', 'do it without asking')
    .action(async (host: string, options: Stop, command: Command) => {
      const { reachOfBlock, unblockHost } = await links()
      const { campaignsLeadingTo } = await campaigns()
      const reach = await withDb(async (db) => await reachOfBlock(db, host, campaignsLeadingTo))
      await confirm(reachLines(`Taking ${reach.host} off the list gives back`, reach), options)
      const { reason } = options
      const returned = await inActOf(
        command,
        async (tx, actor) => await unblockHost(tx, actor, { host, reason }),
      )
      if (returned === undefined) throw new Error(`${host} is not blocked`)
      const answer = { host: reach.host, blocked: false, returned }
      print(command, answer, `${reach.host} is not blocked any more; ${returned} links are back`)
    })
  link
    .command('blocked-hosts')
    .description('List the hosts that no link may lead to.')
    .action(async (_: object, command: Command) => {
      const { blockedHosts } = await links()
      const hosts = await withDb(async (db) => await blockedHosts(db))
      const lines = hosts.map(
        ({ host, reason, blockedAt, links: count }) =>
          `${host}  ${utcDate(blockedAt)}  ${count} links  ${reason}`,
      )
      print(command, hosts, lines.length > 0 ? lines : 'None is blocked')
    })
}

/** What giving back does not bring back. */
const uncounted = 'until it is taken back count for nothing'

/** Whose link a code is, where it leads and how much it is used; empty where there is none. */
async function linkLine(db: Db, code: string): Promise<string> {
  const { operatedLinks } = await import('../modules/operated-links/public.ts')
  const [link] = await operatedLinks(db, { codes: [code], ids: [] })
  if (!link) return ''
  const { kind, owner, leadsTo, clicksIn30Days } = link
  return `/s/${code}, ${kind} of ${owner.uid}, to ${leadsTo}; it had ${grouped(clicksIn30Days)} clicks in 30 days`
}

/** How much of each, and some of it by name. */
function reachLines(act: string, reach: HostReach): string[] {
  const { links: count, creators, campaigns, linkExamples, campaignExamples } = reach
  return [
    `${act} ${count} links of ${creators} creators; ${campaigns} campaigns lead there`,
    ...linkExamples.map(({ code, leadsTo }) => `  /s/${code} to ${leadsTo}`),
    ...(count > linkExamples.length ? [`  and ${count - linkExamples.length} more`] : []),
    ...campaignExamples.map(({ id, title, brand }) => `  campaign ${id} of ${brand}: ${title}`),
    ...(campaigns > campaignExamples.length ? [`  and ${campaigns - campaignExamples.length} more`] : []),
  ]
}
