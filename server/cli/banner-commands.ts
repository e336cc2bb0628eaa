import type { Command } from 'commander'
import * as z from 'zod'
import { bannerFile } from '#contracts/operator-banner.schemas.ts'
import { inActOf } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

interface Set {
  en: string
  es?: string
  de?: string
  opens?: string
  from?: string
  until?: string
  reason: string
}

const site = async () => await import('../modules/site/public.ts')

/** `crels banner show|set|on|off` */
export function bannerCommands(program: Command): void {
  const command = program
    .command('banner')
    .description('What stands above every page, from and until a moment.')
  command
    .command('show')
    .description('The banner, and those before it.')
    .action(async (_: object, self: Command) => {
      const { operatedBanner } = await site()
      const { state, versions } = await withDb(operatedBanner)
      print(self, { state, versions }, [
        `The banner is ${state}`,
        ...versions.map(
          ({ setAt, author, isOn, texts, startsAt, endsAt }) =>
            `${setAt}  ${author}  ${isOn ? 'on' : 'off'}  ${startsAt} – ${endsAt ?? 'no end'}  ${texts.en}`,
        ),
      ])
    })
  reasoned(command.command('set').description('Show a banner above every page.'))
    .requiredOption('--en <text>', 'what it says, at most 200 characters')
    .option('--es <text>', 'the same in Spanish')
    .option('--de <text>', 'the same in German')
    .option('--opens <path>', 'the page it leads to, such as /points/points-shop')
    .option('--from <time>', 'when it begins, such as 2030-05-01T08:00:00Z; by default now')
    .option('--until <time>', 'when it ends; by default when it is taken off')
    .action(async ({ en, es, de, opens, from, until, reason }: Set, self: Command) => {
      const { setBanner } = await site()
      const read = bannerFile.safeParse({
        texts: { en, ...(es && { es }), ...(de && { de }) },
        path: opens ?? null,
        startsAt: from ?? null,
        endsAt: until ?? null,
      })
      if (!read.success) throw new CommandFailure(z.prettifyError(read.error))
      await inActOf(self, async (tx, actor) => await setBanner(tx, actor, { file: read.data, reason }))
      print(self, read.data, `The banner is set: ${en}`)
    })
  for (const isOn of [true, false])
    reasoned(
      command
        .command(isOn ? 'on' : 'off')
        .description(isOn ? 'Show the last banner again as it was.' : 'Take the banner off every page.'),
    ).action(async ({ reason }: { reason: string }, self: Command) => {
      const { turnBanner } = await site()
      await inActOf(self, async (tx, actor) => await turnBanner(tx, actor, { isOn, reason }))
      print(self, { isOn }, `The banner is ${isOn ? 'on' : 'off'}`)
    })
}
