import type { Command } from 'commander'
import type { OperatedItem } from '../modules/shop/public.ts'
import { CommandFailure } from './failure-line.ts'
import { readAuthor } from './read-author.ts'
import { readBinaryFile, readJsonFile, readTextFile } from './read-input.ts'
import { shopOrderCommands } from './shop-order-commands.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inSealingTransaction, inTransaction, print, withApp, withDb } from './with-app.ts'

interface Change {
  author: string
  reason: string
}

interface FileChange extends Change {
  file: string
  dryRun?: boolean
}

const shop = async () => await import('../modules/shop/public.ts')

/** `crels shop items|show|add|edit|restock|image|codes`, and what `shopOrderCommands` adds */
export function shopCommands(program: Command): void {
  const command = program.command('shop').description('What points buy: items, codes and orders.')
  lookCommands(command)
  changeCommand(command, 'add', 'Put an item into the shop, from a JSON file (- for standard input).')
    .requiredOption('--file <path>', 'the file; docs/shop-item-file.md says what is in it')
    .option('--dry-run', 'check the file and change nothing')
    .action(async ({ file, dryRun, ...by }: FileChange, self: Command) => {
      const { addItem, readItemFile } = await shop()
      const item = readItemFile(await readJsonFile(file))
      const { id, slug } = await tryOut<{ id: string; slug: string }>(Boolean(dryRun), async (undo) =>
        inTransaction(async (tx) => undo(await addItem(tx, item, by))),
      )
      if (dryRun) return print(self, item, `${slug} can be added; nothing is changed`)
      print(self, { id, slug }, `Item ${slug} (${id})`)
    })
  changeCommand(command, 'edit <item>', 'Change an item, from a JSON file with the fields that change.')
    .requiredOption('--file <path>', 'the file (- for standard input)')
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (item: string, { file, dryRun, ...by }: FileChange, self: Command) => {
      const { changeItem, readItemChanges } = await shop()
      const changes = readItemChanges(await readJsonFile(file))
      const changed = await tryOut<string[]>(Boolean(dryRun), async (undo) =>
        inTransaction(async (tx) => undo((await changeItem(tx, { item, changes, ...by })).changed)),
      )
      const what =
        changed.length === 0
          ? 'It is so already'
          : `${dryRun ? 'Would change' : 'Changed'} ${changed.join(', ')}`
      print(self, { item, changed, dryRun: Boolean(dryRun) }, what)
    })
  changeCommand(command, 'restock <item> <pieces>', 'Put more pieces into stock.').action(
    async (item: string, pieces: string, by: Change, self: Command) => {
      const { restockItem } = await shop()
      const change = { item, pieces: wholePieces(pieces), ...by }
      const { slug, stock } = await inTransaction(async (tx) => await restockItem(tx, change))
      print(self, { slug, stock }, `${slug} has ${stock} in stock`)
    },
  )
  changeCommand(command, 'image <item>', 'Give an item a picture, or its drawn one again.')
    .option('--file <path>', 'a JPEG, PNG, WebP or SVG image')
    .option('--remove', 'draw it from its colours again')
    .action(
      async (
        item: string,
        { file, remove, ...by }: Change & { file?: string; remove?: boolean },
        self: Command,
      ) => {
        if (Boolean(file) === Boolean(remove)) throw new Error('Say --file or --remove')
        const { putItemImage } = await shop()
        const bytes = file === undefined ? null : await readBinaryFile(file)
        await withApp(async ({ db, files }) => await putItemImage(db, { item, bytes, ...by }, { files }))
        print(
          self,
          { item, image: bytes !== null },
          `${item} ${bytes ? 'has its picture' : 'is drawn from its colours'}`,
        )
      },
    )
  codeCommands(command)
  shopOrderCommands(command)
}

/** What only looks. */
function lookCommands(command: Command): void {
  command
    .command('items')
    .description('Every item, with its price, what is left and what was sold.')
    .action(async (_: object, self: Command) => {
      const { operatedItems } = await shop()
      const items = await withDb(operatedItems)
      print(self, items, items.length > 0 ? items.map(itemLine) : 'None')
    })
  command
    .command('show <item>')
    .description('One item, by its slug or id: as its file would say it, and every change of it.')
    .action(async (name: string, _: object, self: Command) => {
      const { fileOf, itemRecord } = await shop()
      const { item, row, changes } = await withDb(async (db) => await itemRecord(db, name))
      const file = fileOf(row)
      print(self, { ...item, file, changes }, [
        itemLine(item),
        JSON.stringify(file, null, 2),
        ...changes.map(
          (change) =>
            `${change.at.toISOString()}  ${change.author} changed ${Object.keys(change.changes).join(', ')}: ${change.reason}`,
        ),
      ])
    })
}

/** `crels shop codes import` */
function codeCommands(command: Command): void {
  const codes = command.command('codes').description('The codes of gift cards.')
  changeCommand(
    codes,
    'import <item> <file>',
    'Put the codes of a CSV file, one a line, into the pool of a gift card: all or none.',
  )
    .option('--dry-run', 'check every line and change nothing')
    .action(
      async (item: string, file: string, { dryRun, ...by }: Change & { dryRun?: boolean }, self: Command) => {
        const { importCodes } = await shop()
        const text = await readTextFile(file)
        const imported = await tryOut<number>(Boolean(dryRun), async (undo) =>
          inSealingTransaction(async (tx, secret) =>
            undo((await importCodes(tx, { item, text, ...by }, { secret })).imported),
          ),
        )
        const what = dryRun
          ? `${grouped(imported)} codes can be imported; nothing is changed`
          : `Imported ${grouped(imported)} codes`
        print(self, { item, imported, dryRun: Boolean(dryRun) }, what)
      },
    )
}

function changeCommand(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .requiredOption('--author <name>', 'who changes it', readAuthor)
    .requiredOption('--reason <text>', 'why')
}

/** Thrown to leave a transaction undone, with what it would have answered. */
class Undone<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('undone')
    this.answer = answer
  }
}

/** Runs `work`; a dry run is undone where it calls `undo` with its answer. */
async function tryOut<T>(isDryRun: boolean, work: (undo: (answer: T) => T) => Promise<T>): Promise<T> {
  try {
    return await work((answer) => {
      if (isDryRun) throw new Undone(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof Undone) return (error as Undone<T>).answer
    throw error
  }
}

function itemLine({ slug, kind, price, state, stock, sold, awaitedBy, title }: OperatedItem): string {
  const waiting = awaitedBy > 0 ? `, ${grouped(awaitedBy)} wait for it` : ''
  return `${slug}  ${kind}  ${grouped(price)} points  ${state}  ${stock === null ? 'no limit' : grouped(stock)} left, ${grouped(sold)} sold${waiting}  ${title}`
}

function wholePieces(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandFailure(`${text} is no number of pieces above 0`)
  return Number(text)
}
