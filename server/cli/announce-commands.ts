import { InvalidArgumentError, type Command } from 'commander'
import { inActOf, withAppOf } from './acting-operator.ts'
import { confirm } from './confirm.ts'
import { listLimit, printHistory } from './print-list.ts'
import { readTextFile } from './read-input.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

interface Send {
  title: string
  text?: string
  file?: string
  opens?: string
  campaign?: string
  yes?: boolean
}

const notifications = async () => await import('../modules/notifications/public.ts')

/** `crels announce send|list|withdraw` */
export function announceCommands(program: Command): void {
  const announcements = program
    .command('announce')
    .description('News that you write, in the inbox of members and by mail as they chose.')
  announcements
    .command('send')
    .description('Show whom it would reach, and send it once you agree.')
    .requiredOption('--title <text>', 'the subject, at most 120 characters', readTitle)
    .option('--text <text>', 'what it says')
    .option('--file <file>', 'what it says, from a file; - is standard input')
    .option('--opens <path>', 'the page it opens, such as /points/points-shop', readPath)
    .option('--campaign <id>', 'only to the members of this campaign')
    .option('--yes', 'send it without asking')
    .action(async ({ title, opens: path, campaign: campaignId, ...of }: Send, command: Command) => {
      const body = readBody(await textOf(of))
      const { announce, countListeners } = await notifications()
      const members = await withDb(async (db) => await countListeners(db, campaignId))
      const whom = `${grouped(members)} ${members === 1 ? 'member' : 'members'}`
      await confirm([`To ${whom}: ${title}`, ...body.split('\n')], of)
      const id = await inActOf(
        command,
        async (tx, actor) => await announce(tx, actor, { title, body, path, campaignId }),
      )
      const undo = `\`crels announce withdraw ${id}\` takes it back`
      print(command, { id, members }, `${id} is on its way to ${whom}; ${undo}`)
    })
  announcements
    .command('list')
    .description('List announcements, the newest first.')
    .option('--limit <n>', 'at most so many', listLimit, 50)
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const { listAnnouncements } = await notifications()
      const rows = await withDb(async (db) => await listAnnouncements(db, limit + 1))
      const line = (row: (typeof rows)[number]) =>
        `${row.id}  ${row.createdAt.toISOString().slice(0, 16)}  ${row.state}  ${grouped(row.notified)} notified  ${row.campaignId ?? 'everyone'}  ${row.title}  (${row.author})`
      printHistory(command, rows, line, limit)
    })
  announcements
    .command('withdraw <id>')
    .description('Take an announcement out of every inbox; mails that have left stay where they are.')
    .action(async (id: string, _, command: Command) => {
      const { withdrawAnnouncement } = await notifications()
      const done = await withAppOf(
        command,
        async ({ db }, actor) => await withdrawAnnouncement(db, actor, id),
      )
      print(
        command,
        { id, ...done },
        `${id} is out of ${grouped(done.removed)} inboxes; ${grouped(done.left)} mails and pushes had left`,
      )
    })
}

async function textOf({ text, file }: Pick<Send, 'text' | 'file'>): Promise<string> {
  if ((text === undefined) === (file === undefined)) throw new InvalidArgumentError('Say --text or --file')
  return text ?? (await readTextFile(file!))
}

function readTitle(text: string): string {
  // It is the subject of mails too.
  if (/[\p{Cc}]/u.test(text)) throw new InvalidArgumentError('--title is one line of text')
  return readWithin(text, '--title', 120)
}

function readBody(text: string): string {
  return readWithin(text.replaceAll('\r\n', '\n'), 'The text', 2_000)
}

function readWithin(text: string, what: string, max: number): string {
  const said = text.trim()
  const { length } = said
  if (length === 0) throw new InvalidArgumentError(`${what} is empty`)
  if (length > max) throw new InvalidArgumentError(`${what} has ${length} characters; ${max} are the most`)
  return said
}

function readPath(text: string): string {
  if (/^\/([^/\s\\]\S*)?$/.test(text) && text.length <= 300) return text
  throw new InvalidArgumentError('--opens is a page of this site, such as /points/points-shop')
}
