import { InvalidArgumentError, Option, type Command } from 'commander'
import * as z from 'zod'
import { isLanguage, languages, type Language } from '#contracts/languages.ts'
import { faqTexts, type FaqTexts } from '#contracts/operator-faq.schemas.ts'
import { inActOf } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { readTextFile } from './read-input.ts'
import { reasoned } from './read-reason.ts'
import { print, withDb } from './with-app.ts'

const faq = async () => await import('../modules/faq/public.ts')

/** `crels faq list|show|add|edit|retire|return|default|restore|order` */
export function faqCommands(program: Command): void {
  const command = program
    .command('faq')
    .description('The questions and answers, in versions over those that come with Crels.')
  reads(command)
  writes(command)
}

function reads(command: Command): void {
  command
    .command('list')
    .description('The questions by topic, in their order.')
    .action(async (_: object, self: Command) => {
      const { operatedFaq } = await faq()
      const { topics } = await withDb(operatedFaq)
      print(
        self,
        { topics },
        topics.flatMap(({ slug: topic, title, entries }) => [
          `${topic}  ${title}`,
          ...entries.map(
            ({ slug, question, origin, isShown, languages: there }) =>
              `  ${slug}  ${isShown ? origin : `${origin}, retired`}  ${there.join(' ')}  ${question}`,
          ),
        ]),
      )
    })
  command
    .command('show')
    .description('Print a question as Markdown, and its versions.')
    .argument('<slug>', 'such as cost, for /faq#cost')
    .addOption(
      new Option('--language <language>', 'the text in that language').choices(languages).default('en'),
    )
    .action(async (slug: string, { language }: { language: Language }, self: Command) => {
      const { operatedFaqEntry } = await faq()
      const entry = await withDb(async (db) => await operatedFaqEntry(db, slug))
      const { question, answer } = entry.texts[language] ?? entry.texts.en
      print(self, entry, [
        `# ${question}`,
        '',
        answer,
        '',
        `${entry.topic}  ${entry.isShown ? entry.origin : `${entry.origin}, retired`}`,
        ...entry.versions.map(
          ({ id, setAt, author, reason, texts, isShown }) =>
            `${id}  ${setAt}  ${author}  ${isShown ? 'shown' : 'retired'}  ${texts?.en.question ?? 'as it comes with Crels'}  (${reason})`,
        ),
      ])
    })
}

interface Write {
  file: Record<string, string>
  topic?: string
  reason: string
}

function writes(command: Command): void {
  reasoned(command.command('add').description('Add a question at the end of a topic.'))
    .argument('<slug>', 'its place, /faq#slug, which stays')
    .requiredOption('--topic <topic>', 'such as starting; `crels faq list` has them')
    .requiredOption('--file <file>', fileMeaning, readFiles)
    .action(async (slug: string, { file, topic, reason }: Write, self: Command) => {
      const { addFaqEntry } = await faq()
      const texts = await textsIn(file)
      await inActOf(
        self,
        async (tx, actor) => await addFaqEntry(tx, actor, { slug, topic: topic!, texts, reason }),
      )
      print(self, { slug, topic, texts }, `/faq#${slug} is there`)
    })
  reasoned(command.command('edit').description('Change a question; a language without a file is as English.'))
    .argument('<slug>', 'such as cost')
    .requiredOption('--file <file>', fileMeaning, readFiles)
    .option('--topic <topic>', 'the topic that it moves to')
    .action(async (slug: string, { file, topic, reason }: Write, self: Command) => {
      const texts = await textsIn(file)
      await change(self, slug, reason, () => ({ texts, ...(topic && { topic }) }))
      print(self, { slug, texts }, `/faq#${slug} is changed`)
    })
  for (const isShown of [true, false])
    reasoned(
      command
        .command(isShown ? 'return' : 'retire')
        .description(isShown ? 'Show a retired question again as it was.' : 'Take a question off the page.'),
    )
      .argument('<slug>', 'such as cost')
      .action(async (slug: string, { reason }: { reason: string }, self: Command) => {
        const { turnFaqEntry } = await faq()
        await inActOf(self, async (tx, actor) => await turnFaqEntry(tx, actor, { slug, isShown, reason }))
        print(self, { slug, isShown }, `/faq#${slug} is ${isShown ? 'shown' : 'retired'}`)
      })
  reasoned(
    command
      .command('restore')
      .description('Take an earlier version again, or the text that comes with Crels.'),
  )
    .argument('<slug>', 'such as cost')
    .option('--version <id>', 'as `crels faq show` lists them; without one, the text of Crels')
    .action(
      async (slug: string, { version, reason }: { version?: string; reason: string }, self: Command) => {
        await change(self, slug, reason, ({ versions, initial }) => {
          if (version === undefined) return { texts: null, ...(initial && { topic: initial.topic }) }
          const found = versions.find(({ id }) => String(id) === version)
          if (!found) throw new CommandFailure(`/faq#${slug} has no version ${version}`)
          return { topic: found.topic, texts: found.texts, isShown: found.isShown }
        })
        print(self, { slug, version: version ?? null }, `/faq#${slug} is as it was`)
      },
    )
  reasoned(
    command
      .command('order')
      .description('Put the questions of a topic into an order; without any, that of Crels.'),
  )
    .argument('<topic>', 'such as starting')
    .argument('[slugs...]', 'the questions; those that are not named come after them')
    .action(async (topic: string, slugs: string[], { reason }: { reason: string }, self: Command) => {
      const { orderFaqTopic } = await faq()
      await inActOf(self, async (tx, actor) => await orderFaqTopic(tx, actor, { topic, slugs, reason }))
      print(self, { topic, slugs }, `${topic} is in order`)
    })
}

type Entry = Awaited<ReturnType<Awaited<ReturnType<typeof faq>>['operatedFaqEntry']>>

/** Sets an entry to what comes of it as it is. */
async function change(
  self: Command,
  slug: string,
  reason: string,
  next: (entry: Entry) => { topic?: string; texts: FaqTexts | null; isShown?: boolean },
): Promise<void> {
  const { operatedFaqEntry, setFaqEntry } = await faq()
  await inActOf(self, async (tx, actor) => {
    const entry = await operatedFaqEntry(tx, slug)
    await setFaqEntry(tx, actor, {
      slug,
      topic: entry.topic,
      isShown: entry.isShown,
      ...next(entry),
      reason,
      seen: entry.revision,
    })
  })
}

const fileMeaning =
  'question and answer in Markdown, “# Question?” first; es=file.md is that in Spanish; may be repeated'

/** `file` is the English text, `es=file` the Spanish one. */
function readFiles(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, locale = 'en', file = text] = /^([a-z]{2,3}(?:-\w+)?)=(.+)$/i.exec(text) ?? []
  if (!isLanguage(locale))
    throw new InvalidArgumentError(`There is no language ${locale}; there are ${languages.join(', ')}.`)
  if (before[locale]) throw new InvalidArgumentError(`There are two texts in ${locale}.`)
  return { ...before, [locale]: file }
}

async function textsIn(files: Record<string, string>): Promise<FaqTexts> {
  const read = await Promise.all(
    Object.entries(files).map(async ([language, file]) => {
      const [, question, answer] = /^\s*# (.+)\n([\s\S]*)$/.exec(await readTextFile(file)) ?? []
      if (!question) throw new CommandFailure(`${file} does not begin with “# Question?”`)
      return [language, { question, answer }] as const
    }),
  )
  const texts = faqTexts.safeParse(Object.fromEntries(read))
  if (!texts.success) throw new CommandFailure(z.prettifyError(texts.error))
  return texts.data
}
