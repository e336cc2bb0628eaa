import { Argument, InvalidArgumentError, type Command } from 'commander'
import { legalDocuments, type LegalDocument } from '#contracts/legal.constants.ts'
import { isLanguage, languages } from '#contracts/languages.ts'
import { inConfirmedActOf } from './acting-operator.ts'
import { readTextFile } from './read-input.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

interface Publish {
  file: Record<string, string>
  summary: string
  yes?: boolean
}

const legal = async () => await import('../modules/legal/public.ts')
const documentArgument = () => new Argument('<document>', 'the page').choices(legalDocuments)

/** `crels legal list|show|publish` */
export function legalCommands(program: Command): void {
  const command = program
    .command('legal')
    .description('The terms, the privacy page and the cookies page, in versions.')
  command
    .command('list')
    .description('List the versions, the newest first, and how many members agreed to each.')
    .action(async (_, command: Command) => {
      const { countAgreements, legalVersions, unpublishedDocuments } = await legal()
      const [versions, counts, unpublished] = await withDb(async (db) => [
        await legalVersions(db),
        await countAgreements(db),
        await unpublishedDocuments(db),
      ])
      const rows = versions.map((row) => ({
        ...row,
        members:
          counts.find((one) => one.document === row.document && one.version === row.version)?.members ?? 0,
      }))
      print(command, rows, [
        ...rows.map(
          ({ document, version, members, summary, author }) =>
            `${document}  ${version}  ${grouped(members)} agreed  ${summary}  (${author})`,
        ),
        ...unpublished.map((one) => `${one}  not published: /docs/${one} shows the template`),
      ])
    })
  command
    .command('show')
    .description('Print a version as it was published; without any, the template.')
    .addArgument(documentArgument())
    .option('--version <version>', 'an earlier version, such as 2026-11-23')
    .option('--language <language>', 'the text in that language', 'en')
    .action(
      async (
        document: LegalDocument,
        { version: asked, language: locale }: { version?: string; language: string },
        command: Command,
      ) => {
        const { legalText, templatesOf, versionsInForce } = await legal()
        const found = await withDb(async (db) => {
          const version = asked ?? (await versionsInForce(db))[document] ?? null
          const text =
            version === null
              ? templatesOf(document)[locale]
              : (await legalText(db, { document, version, locale }))?.body
          return { version, text }
        })
        if (found.text === undefined) throw new Error(`There is no such text of ${document}`)
        print(command, { document, ...found }, found.text)
      },
    )
  command
    .command('publish')
    .description(
      'Publish a version, the template or your own text. Members are asked to agree to new terms and a new privacy page.',
    )
    .addArgument(documentArgument())
    .option(
      '--file <file>',
      'your text in Markdown; es=file.md is that in Spanish; may be repeated',
      readFiles,
      {},
    )
    .requiredOption('--summary <text>', 'what changed, for members, at most 500 characters', readSummary)
    .option('--yes', 'publish it without asking')
    .action(async (document: LegalDocument, { file, summary, ...of }: Publish, command: Command) => {
      const { previewVersion, publishLegal, templatesOf } = await legal()
      const texts = await textsOf(file, () => templatesOf(document))
      const { version, isNew } = await inConfirmedActOf(
        command,
        {
          reach: async (tx, config) => await previewVersion(tx, { config, document, texts }),
          act: async (tx, actor, config) =>
            await publishLegal(tx, actor, { config, document, texts, summary }),
          lines: ({ asked, isInForce, sameAs }) =>
            isInForce
              ? []
              : [
                  `${document}, in ${Object.keys(texts).join(', ')}: ${summary}`,
                  ...(document === 'cookies'
                    ? []
                    : [`Members who are asked to agree at their next visit: ${grouped(asked)}`]),
                  ...(document === 'cookies' || sameAs === null
                    ? []
                    : [`These are the texts of ${sameAs}: members who agreed to them are not asked again.`]),
                ],
        },
        of,
      )
      print(
        command,
        { document, version, isNew },
        isNew
          ? `${document} ${version} is in force, at /docs/${document}`
          : `That is in force already, as ${version}`,
      )
    })
}

async function textsOf(
  files: Record<string, string>,
  templates: () => Record<string, string>,
): Promise<Record<string, string>> {
  if (Object.keys(files).length === 0) return templates()
  const read = Object.entries(files).map(
    async ([locale, file]) => [locale, await readTextFile(file)] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

/** `file` is the English text, `es=file` the Spanish one. */
function readFiles(text: string, before: Record<string, string>): Record<string, string> {
  const [, locale = 'en', file = text] = /^([a-z]{2,3}(?:-\w+)?)=(.+)$/i.exec(text) ?? []
  if (!isLanguage(locale))
    throw new InvalidArgumentError(`There is no language ${locale}; there are ${languages.join(', ')}.`)
  if (before[locale]) throw new InvalidArgumentError(`There are two texts in ${locale}.`)
  return { ...before, [locale]: file }
}

function readSummary(text: string): string {
  const said = text.trim()
  if (said !== '' && said.length <= 500 && !/\p{Cc}/u.test(said)) return said
  throw new InvalidArgumentError('It is one line of at most 500 characters.')
}
