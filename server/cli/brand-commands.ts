import type { Command } from 'commander'
import { newBrand, operatorBrandSchemas } from '#contracts/operator-brands.schemas.ts'
import { inActOf, withAppOf } from './acting-operator.ts'
import { brandKeyCommands } from './brand-key-commands.ts'
import { readBinaryFile, readJsonFile } from './read-input.ts'
import { confirm } from './confirm.ts'
import { reasoned } from './read-reason.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

const brands = async () => await import('../modules/brands/public.ts')

/** `crels brand create|edit|logo|suspend|resume`, `crels brand key …` */
export function brandCommands(program: Command): void {
  const brand = program.command('brand').description('The brands of this installation.')
  brand
    .command('create')
    .description('Make a brand, from options or a file.')
    .option('--slug <slug>', 'its name in addresses')
    .option('--name <name>', 'its name')
    .option('--website <url>', 'its site')
    .option('--tagline <text>', 'one line about it')
    .option('--file <path>', 'a JSON file with all of it')
    .action(async ({ file, ...options }: { file?: string } & Record<string, string>, command: Command) => {
      const { createBrand } = await brands()
      const input = newBrand.parse({ ...(file ? await readJsonFile(file) : {}), ...options })
      const made = await inActOf(command, async (tx, actor) => await createBrand(tx, actor, input))
      print(command, made, `Brand ${input.slug}: ${made.id}`)
    })
  editCommand(brand)
  brand
    .command('logo <brand>')
    .description('Give a brand (its slug) a logo, or its drawn letter again.')
    .option('--file <path>', 'a JPEG, PNG, WebP or SVG image')
    .option('--remove', 'draw its letter again')
    .action(async (slug: string, { file, remove }: { file?: string; remove?: boolean }, command: Command) => {
      if (Boolean(file) === Boolean(remove)) throw new Error('Say --file or --remove')
      const { putBrandLogo } = await brands()
      const bytes = file === undefined ? null : await readBinaryFile(file)
      await withAppOf(
        command,
        async ({ db, files }, actor) => await putBrandLogo(db, actor, { brand: slug, bytes }, { files }),
      )
      const state = bytes ? 'has its logo' : 'is shown by its letter'
      print(command, { brand: slug, logo: bytes !== null }, `${slug} ${state}`)
    })
  for (const suspended of [true, false])
    reasoned(
      brand
        .command(suspended ? 'suspend <brand>' : 'resume <brand>')
        .description(
          suspended
            ? 'Stop a brand (its slug): its keys open nothing, its campaigns are not found and pay nothing.'
            : 'Let a suspended brand go on.',
        ),
    )
      .option('--yes', 'do it without asking')
      .action(async (slug: string, options: { yes?: boolean; reason: string }, command: Command) => {
        const { reason } = options
        const { suspendBrand } = await brands()
        const { reachOfBrand } = await import('../modules/campaigns/public.ts')
        const reach = await withDb(async (db) => await reachOfBrand(db, slug))
        await confirm(
          [
            `${suspended ? `Suspending ${slug} stops` : `Resuming ${slug} gives back`} ${grouped(reach.campaigns)} campaigns with ${grouped(reach.members)} members, and ${reach.keys} keys`,
            ...reach.campaignExamples.map(({ id, title }) => `  ${id} ${title}`),
            suspended
              ? 'Clicks and sales made until it is resumed are never paid, and what is reported with its keys until then is refused and has to be sent again'
              : 'Clicks and sales made in the meantime stay unpaid, and what was reported with its keys was refused and has to be sent again',
          ],
          options,
        )
        const { changed } = await inActOf(
          command,
          async (tx, actor) => await suspendBrand(tx, actor, { slug, suspended, reason }),
        )
        const state = suspended ? 'suspended' : 'active'
        print(command, { brand: slug, state, changed }, `${slug} is ${state}${changed ? '' : ', as it was'}`)
      })

  brandKeyCommands(brand)
}

interface Edit extends Record<string, unknown> {
  base?: string
  glow?: string
  reason: string
  yes?: boolean
}

/** `crels brand edit` */
function editCommand(brand: Command): void {
  reasoned(
    brand
      .command('edit <brand>')
      .description(
        'Change what a brand (its slug) is called and what its pages say; what is not named stays, and so do its slug and where links lead.',
      ),
  )
    .option('--name <name>', 'its name')
    .option('--website <url>', 'its site, on its page')
    .option('--tagline <text>', 'one line about it; empty for none')
    .option('--about <text>', 'what its page says; empty for nothing')
    .option('--country <code>', 'two capital letters; empty for none')
    .option('--base <colour>', 'the background colour of its covers, such as #0b7255')
    .option('--glow <colour>', 'their highlight colour')
    .option('--yes', 'do it without asking')
    .action(async (slug: string, { reason, base, glow, yes, ...typed }: Edit, command: Command) => {
      const { editBrand } = await brands()
      const { brandUse, operatedBrand } = await import('../modules/operated-brands/public.ts')
      const { use, now } = await withDb(async (db) => ({
        use: await brandUse(db, slug),
        now: await operatedBrand(db, slug),
      }))
      const { name, tagline, about, website, country, colors } = now
      const input = operatorBrandSchemas.editOperatedBrand.body.parse({
        name,
        tagline,
        about,
        website,
        country,
        ...typed,
        ...(typed.country === '' && { country: null }),
        colors: { base: base ?? colors.base, glow: glow ?? colors.glow },
        reason,
        seen: now.revision,
      })
      await confirm(
        [
          `${slug} is named on ${grouped(use.campaigns)} campaigns (${grouped(use.open)} not over) with ${grouped(use.links)} links, and to ${grouped(use.members)} members`,
        ],
        { yes },
      )
      await inActOf(command, async (tx, actor) => await editBrand(tx, actor, { slug, ...input }))
      print(command, { brand: slug }, `${slug} is changed`)
    })
}
