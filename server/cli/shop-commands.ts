import type { Command } from 'commander'
import type { OperatedItem } from '#contracts/operator-shop.schemas.ts'
import type { ImportedCodes } from '../modules/shop/public.ts'
import type { OperatorActor } from '../modules/operators/public.ts'
import type { Tx } from '../platform/database.ts'
import { undoable } from '../platform/undoable.ts'
import { inActOf, inSealingActOf, withAppOf } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { reasoned } from './read-reason.ts'
import { readBinaryFile, readJsonFile, readTextFile } from './read-input.ts'
import { openOutputFile } from './output-file.ts'
import { shopOrderCommands } from './shop-order-commands.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

interface Change {
  reason: string
}

interface FileChange extends Change {
  file: string
  dryRun?: boolean
}

const shop = async () => await import('../modules/shop/public.ts')

/** `crels shop items|show|add|edit|restock|sale|image|codes`, and what `shopOrderCommands` adds */
export function shopCommands(program: Command): void {
  const command = program.command('shop').description('What points buy: items, codes and orders.')
  lookCommands(command)
  changeCommand(command, 'add', 'Put an item into the shop, from a JSON file (- for standard input).')
    .requiredOption('--file <path>', 'the file; docs/shop-item-file.md says what is in it')
    .option('--dry-run', 'check the file and change nothing')
    .action(async ({ file, dryRun, reason }: FileChange, self: Command) => {
      const { addItem, readItemFile } = await shop()
      const item = readItemFile(await readJsonFile(file))
      const { id, slug } = await inTriedActOf(self, { dryRun }, async (tx, actor) =>
        addItem(tx, actor, { file: item, reason }),
      )
      if (dryRun) return print(self, item, `${slug} can be added; nothing is changed`)
      print(self, { id, slug }, `Item ${slug} (${id})`)
    })
  changeCommand(command, 'edit <item>', 'Change an item, from a JSON file with the fields that change.')
    .requiredOption('--file <path>', 'the file (- for standard input)')
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (item: string, { file, dryRun, reason }: FileChange, self: Command) => {
      const { changeItem, readItemChanges } = await shop()
      const changes = readItemChanges(await readJsonFile(file))
      const { changed } = await inTriedActOf(self, { dryRun }, async (tx, actor) =>
        changeItem(tx, actor, { item, changes, reason }),
      )
      const what =
        changed.length === 0
          ? 'It is so already'
          : `${dryRun ? 'Would change' : 'Changed'} ${changed.join(', ')}`
      print(self, { item, changed, dryRun: Boolean(dryRun) }, what)
    })
  stockCommand(command)
  saleCommand(command)
  changeCommand(command, 'image <item>', 'Give an item a picture, or its drawn one again.')
    .option('--file <path>', 'a JPEG, PNG, WebP or SVG image')
    .option('--remove', 'draw it from its colours again')
    .action(
      async (
        item: string,
        { file, remove, reason }: Change & { file?: string; remove?: boolean },
        self: Command,
      ) => {
        if (Boolean(file) === Boolean(remove)) throw new Error('Say --file or --remove')
        const { putItemImage } = await shop()
        const bytes = file === undefined ? null : await readBinaryFile(file)
        await withAppOf(
          self,
          async ({ db, files }, actor) => await putItemImage(db, actor, { item, bytes, reason }, { files }),
        )
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

/** `crels shop restock` */
function stockCommand(command: Command): void {
  changeCommand(command, 'restock <item> <pieces>', 'Put more pieces into stock.')
    .option('--take', 'take them out of it instead')
    .action(
      async (item: string, count: string, { reason, take }: Change & { take?: boolean }, self: Command) => {
        const { changeStock } = await shop()
        const pieces = take ? -wholePieces(count) : wholePieces(count)
        const { slug, stock } = await inActOf(
          self,
          async (tx, actor) => await changeStock(tx, actor, { item, change: { pieces }, reason }),
        )
        print(self, { slug, stock }, `${slug} has ${stock} in stock`)
      },
    )
}

/** `crels shop sale` */
function saleCommand(command: Command): void {
  changeCommand(command, 'sale <item> <on|off>', 'Put an item on sale now, or take it off sale.').action(
    async (item: string, state: string, { reason }: Change, self: Command) => {
      if (state !== 'on' && state !== 'off')
        throw new CommandFailure('An item is put on sale or off: say on or off')
      const { setItemSale } = await shop()
      const onSale = state === 'on'
      const { changed } = await inActOf(
        self,
        async (tx, actor) => await setItemSale(tx, actor, { item, onSale, reason }),
      )
      print(self, { item, onSale, changed }, `${item} is ${state} sale`)
    },
  )
}

/** What only looks. */
function lookCommands(command: Command): void {
  command
    .command('items')
    .description('Every item, with its price, what is left and what was sold.')
    .action(async (_: object, self: Command) => {
      const { allItems } = await shop()
      const items = await withDb(allItems)
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
            `${change.at.toISOString()}  ${change.author} changed ${Object.keys(change.fields).join(', ')}: ${change.reason}`,
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
    .option('--only-new', 'leave out the lines that bring no new code, and say which')
    .option('--refused <path>', 'with --only-new: where the lines that are left out are written')
    .option('--dry-run', 'check every line and change nothing')
    .action(async (item: string, file: string, options: CodesOptions, self: Command) => {
      await importFile(item, file, options, self)
    })
}

interface CodesOptions extends Change {
  dryRun?: boolean
  onlyNew?: boolean
  refused?: string
}

async function importFile(
  item: string,
  file: string,
  { dryRun, onlyNew, refused: path, reason }: CodesOptions,
  self: Command,
): Promise<void> {
  const { importCodes, refusedCodesHead, refusedCodesLines } = await shop()
  const text = await readTextFile(file)
  const target = path === undefined ? undefined : await openOutputFile(`${item}-refused.csv`, path)
  const { imported, refused } = await undoable<ImportedCodes>(async (undo) =>
    inSealingActOf(self, async (tx, actor, { secret }) => {
      const done = await importCodes(tx, actor, { item, text, reason, onlyNew }, { secret })
      return dryRun ? undo(done) : done
    }),
  ).catch(async (error: unknown) => {
    await target?.discard()
    throw error
  })
  await target?.write(refusedCodesHead + refusedCodesLines(refused))
  const lines = refused.map(({ line, kind, why }) => ({ line, kind, why }))
  const what = dryRun
    ? `${grouped(imported)} codes can be imported; nothing is changed`
    : `Imported ${grouped(imported)} codes`
  print(self, { item, imported, refused: lines, dryRun: Boolean(dryRun), file: target?.path ?? null }, [
    what,
    ...(target
      ? [`The refused lines are in ${target.path}`]
      : lines.map(({ line, why }) => `line ${line}: ${why}`)),
  ])
}

/** `inActOf`, undone where it is only tried. */
async function inTriedActOf<T>(
  command: Command,
  { dryRun }: { dryRun?: boolean | undefined },
  work: (tx: Tx, actor: OperatorActor) => Promise<T>,
): Promise<T> {
  return await undoable<T>(async (undo) =>
    inActOf(command, async (tx, actor) => {
      const answer = await work(tx, actor)
      return dryRun ? undo(answer) : answer
    }),
  )
}

function changeCommand(command: Command, name: string, description: string): Command {
  return reasoned(command.command(name).description(description))
}

function itemLine({ slug, kind, points, state, stock, sold, awaitedBy, title }: OperatedItem): string {
  const waiting = awaitedBy > 0 ? `, ${grouped(awaitedBy)} wait for it` : ''
  return `${slug}  ${kind}  ${grouped(points)} points  ${state}  ${stock === null ? 'no limit' : grouped(stock)} left, ${grouped(sold)} sold${waiting}  ${title}`
}

function wholePieces(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandFailure(`${text} is not a number of pieces above 0`)
  return Number(text)
}
