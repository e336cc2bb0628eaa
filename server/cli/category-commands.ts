import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod'
import { isLanguage, languages, type Language } from '#contracts/languages.ts'
import { operatorCategorySchemas, type OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import { inActOf } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels category list|show|add|edit|retire|return|restore|order` */
export function categoryCommands(program: Command): void {
  const command = program
    .command('category')
    .description('What campaigns are sorted by: names per language, icon, industries and order.')
  reads(command)
  writes(command)
  turns(command)
}

function reads(command: Command): void {
  command
    .command('list')
    .description('The categories in their order, with how many campaigns are in each.')
    .action(async (_: object, self: Command) => {
      const { operatedCategories } = await campaigns()
      const { items } = await withDb(operatedCategories)
      print(
        self,
        { items },
        items.map(
          ({ slug, texts, isRetired, origin, use }) =>
            `${slug}  ${texts.en.name}  ${isRetired ? `${origin}, retired` : origin}  ${use.campaigns} campaigns, ${use.open} not over, ${use.live} live`,
        ),
      )
    })
  command
    .command('show')
    .description('Print a category in each language, and its versions.')
    .argument('<slug>', 'such as food-drink')
    .action(async (slug: string, _: object, self: Command) => {
      const { operatedCategory } = await campaigns()
      const category = await withDb(async (db) => await operatedCategory(db, slug))
      const { shown, icon, industries, versions } = category
      print(self, category, [
        ...languages.map(
          (language) => `${language}  ${shown[language].name}  ${shown[language].description}`,
        ),
        `${icon}  ${industries.join(' ')}`,
        ...versions.map(
          ({ revision, setAt, author, texts, isRetired, reason }) =>
            `${revision}  ${setAt}  ${author}  ${isRetired ? 'retired' : 'shown'}  ${texts.en.name}  (${reason ?? 'as it came'})`,
        ),
      ])
    })
}

interface Write {
  name?: ByLanguage
  description?: ByLanguage
  icon?: string
  industry?: string[]
  reason: string
}
type ByLanguage = Partial<Record<Language, string>>

function writes(command: Command): void {
  written(command.command('add').description('Add a category after the others.'))
    .argument('<slug>', 'its place, /campaigns/category/slug, which stays')
    .action(async (slug: string, { reason, ...typed }: Write, self: Command) => {
      const { addCategory } = await campaigns()
      const { body } = operatorCategorySchemas.addCategory
      const nothing = { texts: {}, icon: 'IconTag', industries: [] }
      const input = checked(body, { slug, ...withTyped(nothing, typed), reason })
      await inActOf(self, async (tx, actor) => await addCategory(tx, actor, input))
      print(self, { slug }, `${slug} is there`)
    })
  written(
    command
      .command('edit')
      .description('Change a category; what is not named stays, and an empty text of a language is none.'),
  )
    .argument('<slug>', 'such as food-drink')
    .action(async (slug: string, { reason, ...typed }: Write, self: Command) => {
      await change(self, slug, reason, ({ texts, icon, industries }) =>
        withTyped({ texts, icon, industries }, typed),
      )
      print(self, { slug }, `${slug} is changed`)
    })
  reasoned(
    command
      .command('restore')
      .description('Take an earlier version again, or the texts that come with Crels.'),
  )
    .argument('<slug>', 'such as food-drink')
    .option('--version <revision>', 'as `crels category show` lists them; without one, the texts of Crels')
    .action(
      async (slug: string, { version, reason }: { version?: string; reason: string }, self: Command) => {
        await change(self, slug, reason, ({ versions, initial, icon, industries }) => {
          const found = versions.find(({ revision }) => String(revision) === version)
          if (version !== undefined && !found) throw new CommandFailure(`${slug} has no version ${version}`)
          if (found) return { texts: found.texts, icon: found.icon, industries: found.industries }
          if (!initial) throw new CommandFailure(`${slug} does not come with Crels`)
          return { texts: { en: initial }, icon, industries }
        })
        print(self, { slug, version: version ?? null }, `${slug} is as it was`)
      },
    )
}

function turns(command: Command): void {
  for (const isRetired of [true, false])
    reasoned(
      command
        .command(isRetired ? 'retire' : 'return')
        .description(
          isRetired
            ? 'Retire a category in which every campaign is over; its address still answers.'
            : 'Show a retired category again as it was.',
        ),
    )
      .argument('<slug>', 'such as food-drink')
      .action(async (slug: string, { reason }: { reason: string }, self: Command) => {
        const { turnCategory } = await campaigns()
        await inActOf(self, async (tx, actor) => await turnCategory(tx, actor, { slug, isRetired, reason }))
        print(self, { slug, isRetired }, `${slug} is ${isRetired ? 'retired' : 'shown'}`)
      })
  reasoned(command.command('order').description('Put the categories into an order.'))
    .argument('<slugs...>', 'each of them once')
    .action(async (slugs: string[], { reason }: { reason: string }, self: Command) => {
      const { orderCategories } = await campaigns()
      await inActOf(self, async (tx, actor) => await orderCategories(tx, actor, { slugs, reason }))
      print(self, { slugs }, 'They are in order')
    })
}

function written(command: Command): Command {
  return reasoned(command)
    .option('--name <text>', 'what it is called; es=text is that in Spanish; may be repeated', byLanguage)
    .option('--description <text>', 'what it is about, in a line; as --name', byLanguage)
    .option('--icon <name>', 'such as IconBook; IconTag stands for any')
    .option('--industry <name...>', 'members of these are shown its campaigns first')
}

/** Sets a category to what comes of it as it is. */
async function change(
  self: Command,
  slug: string,
  reason: string,
  next: (category: OperatedCategory) => object,
): Promise<void> {
  const { operatedCategory, setCategory } = await campaigns()
  await inActOf(self, async (tx, actor) => {
    const category = await operatedCategory(tx, slug)
    const { body } = operatorCategorySchemas.setCategory
    const input = checked(body, { ...next(category), reason, seen: category.revision })
    await setCategory(tx, actor, { slug, ...input })
  })
}

/** What was there with what was typed over it. */
function withTyped(
  { texts, ...before }: { texts: Partial<OperatedCategory['texts']>; icon: string; industries: string[] },
  { name, description, icon, industry }: Omit<Write, 'reason'>,
) {
  const of = (language: Language) => {
    const text = {
      name: name?.[language] ?? texts[language]?.name ?? '',
      description: description?.[language] ?? texts[language]?.description ?? '',
    }
    return language === 'en' || text.name || text.description ? [[language, text] as const] : []
  }
  return {
    texts: Object.fromEntries(languages.flatMap(of)),
    icon: icon ?? before.icon,
    industries: industry ?? before.industries,
  }
}

function checked<S extends z.core.$ZodType>(schema: S, input: unknown): z.output<S> {
  const read = z.safeParse(schema, input)
  if (!read.success) throw new CommandFailure(z.prettifyError(read.error))
  return read.data
}

/** `text` is English, `es=text` Spanish. */
function byLanguage(text: string, before: ByLanguage = {}): ByLanguage {
  const [, language = 'en', said = text] = /^([a-z]{2})=(.*)$/s.exec(text) ?? []
  if (!isLanguage(language))
    throw new InvalidArgumentError(`There is no language ${language}; there are ${languages.join(', ')}.`)
  if (before[language] !== undefined) throw new InvalidArgumentError(`There are two texts in ${language}.`)
  return { ...before, [language]: said }
}
