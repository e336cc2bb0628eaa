import { Argument, type Command } from 'commander'
import type { SiteValueName } from '../modules/site/public.ts'
import { inActOf, withAppOf } from './acting-operator.ts'
import { listLimit, printHistory } from './print-list.ts'
import { readBinaryFile } from './read-input.ts'
import { print, withDb } from './with-app.ts'

const site = async () => await import('../modules/site/public.ts')

/** `crels site show|set|logo|reset|history` */
export function siteCommands(program: Command): void {
  const command = program
    .command('site')
    .description('What the site says of itself: its name and logo, and its operator for the legal pages.')
  command
    .command('show')
    .description('Show everything that can be set, with what is in force.')
    .action(async (_, command: Command) => {
      const { siteValueNames, siteValues } = await site()
      const values = await withDb(siteValues)
      const rows = Object.entries(siteValueNames).map(([name, what]) => ({
        name,
        value: values[name as SiteValueName] ?? null,
        what,
      }))
      print(
        command,
        rows,
        rows.map(({ name, value, what }) => `${name.padEnd(20)}  ${value ?? `not set (${what})`}`),
      )
    })
  command
    .command('set')
    .description('Set something, e.g. crels site set operator.name "Example GmbH".')
    .addArgument(new Argument('<name>', 'one of those that `crels site show` lists'))
    .argument('<value>', 'one line of text')
    .action(async (name: string, value: string, _, command: Command) => {
      await change(command, name, value.trim())
      print(command, { name, value }, `${name} is now: ${value}`)
    })
  command
    .command('logo')
    .description('Give the site a logo of its own, or the mark of Crels again.')
    .option('--file <path>', 'a JPEG, PNG, WebP or SVG image, best a square one')
    .option('--remove', 'show the mark of Crels again')
    .action(async ({ file, remove }: { file?: string; remove?: boolean }, command: Command) => {
      if (Boolean(file) === Boolean(remove)) throw new Error('Say --file or --remove')
      const { putSiteLogo } = await site()
      const bytes = file === undefined ? null : await readBinaryFile(file)
      await withAppOf(
        command,
        async ({ db, files }, actor) => await putSiteLogo(db, actor, { bytes }, { files }),
      )
      print(
        command,
        { logo: bytes !== null },
        bytes ? 'The site has its logo' : 'The site has the mark of Crels',
      )
    })
  command
    .command('reset <name>')
    .description('Have it as if it had never been set.')
    .action(async (name: string, _, command: Command) => {
      if (name === 'site.logo') throw new Error('Say `crels site logo --remove`')
      await change(command, name, null)
      print(command, { name, value: null }, `${name} is not set any more`)
    })
  command
    .command('history')
    .description('List what was set when and by whom, the newest first.')
    .option('--limit <n>', 'at most so many', listLimit, 50)
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const { siteHistory } = await site()
      const rows = await withDb(async (db) => await siteHistory(db, limit + 1))
      const line = ({ setAt, author, name, value }: (typeof rows)[number]) =>
        `${setAt.toISOString()}  ${author}: ${name} ${value === null ? 'reset' : `= ${value}`}`
      printHistory(command, rows, line, limit)
    })
}

async function change(command: Command, name: string, value: string | null): Promise<void> {
  const { isSiteValueName, setSiteValue } = await site()
  if (!isSiteValueName(name))
    throw new Error(`There is no ${name}; \`crels site show\` lists what can be set`)
  await inActOf(command, async (tx, actor) => await setSiteValue(tx, actor, { name, value }))
}
