import * as z from 'zod/mini'
import { itemChanges, itemFile, type ItemChanges, type ItemFile } from '#contracts/shop-item-file.schemas.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Reads an item's file. Throws `validation_failed` with a line for each thing that is wrong. */
export function readItemFile(value: unknown): ItemFile {
  const file = read(itemFile, value)
  requireWhole(file)
  return file
}

/** Reads the file of a change. Throws `validation_failed` with a line for each thing that is wrong. */
export function readItemChanges(value: unknown): ItemChanges {
  return read(itemChanges, value)
}

/** What must agree over several fields of an item. Throws `validation_failed`. */
export function requireWhole(item: Omit<ItemFile, 'slug'>): void {
  const { kind, points, crels, stock, countries, visibleFrom, visibleUntil, activeFrom, activeUntil } = item
  const isPack = kind === 'crels_pack'
  const wrong: (string | false)[] = [
    isPack &&
      points !== null &&
      'points: the price of a pack is its crels by the setting shop.crelsPackPoints',
    !isPack && points === null && 'points: an item has a price',
    isPack !== (crels !== null) && (isPack ? 'crels: a pack pays some' : 'crels: only a pack pays crels'),
    kind === 'gift_card' && stock !== null && 'stock: the stock of a gift card is its codes; import them',
    kind !== 'merchandise' && countries.length > 0 && 'countries: only merchandise is sent somewhere',
    isBefore(visibleUntil, visibleFrom) && 'visibleUntil: comes before visibleFrom',
    isBefore(activeUntil, activeFrom) && 'activeUntil: comes before activeFrom',
  ]
  const lines = wrong.filter((line) => line !== false)
  if (lines.length > 0) throw problem('validation_failed', { detail: lines.join('; ') })
}

function isBefore(end: string | null, start: string | null): boolean {
  return end !== null && start !== null && Date.parse(end) <= Date.parse(start)
}

function read<Output>(schema: z.ZodMiniType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  throw problem('validation_failed', { detail: z.prettifyError(result.error), members: { issues } })
}
