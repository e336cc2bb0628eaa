import type { ItemChanges, ItemFile } from '#contracts/shop-item-file.schemas.ts'
import { authorOf, changedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { requireWhole } from './item-file.ts'
import { findItem, findItemByName, lockItem, type ItemRow } from './item-queries.ts'
import { insertItem, recordChange, revisionOf, saveItem } from './item-writes.ts'

/** Adds an item to the shop; throws `conflict` where another has its slug. */
export async function addItem(
  tx: Tx,
  actor: OperatorActor,
  { file, reason, demo = false }: { file: ItemFile; reason: string; demo?: boolean },
): Promise<ItemRow> {
  if (await findItemByName(tx, file.slug))
    throw problem('conflict', { detail: `There is an item ${file.slug} already.` })
  await operate(tx, actor, { action: 'shop.add', target: file.slug, after: file, reason })
  const id = newId('shopItem')
  await insertItem(tx, { id, file, demo })
  await recordChange(tx, id, {
    author: authorOf(actor),
    reason,
    changes: Object.fromEntries(fieldsOf(file).map(([name, next]) => [name, { next }])),
  })
  return (await findItem(tx, id))!
}

export interface ItemChange {
  /** Its slug or id. */
  item: string
  changes: ItemChanges
  reason: string
  /** The revision that who changes it has seen; another one by now is `conflict`. */
  seen?: number | undefined
}

/**
 * Changes what an item is, and answers which fields were another. Orders that are being placed meanwhile have the old
 * item, whole, or the new one. Throws `not_found`, `conflict` where another changed it meanwhile, and `validation_failed`
 * for what does not agree.
 */
export async function changeItem(
  tx: Tx,
  actor: OperatorActor,
  { item, changes, reason, seen }: ItemChange,
): Promise<{ row: ItemRow; changed: string[] }> {
  const { id, slug } = await requireItem(tx, item)
  await lockItem(tx, id)
  if (seen !== undefined && (await revisionOf(tx, id)) !== seen) throw await changedBefore(tx, slug, slug)
  const before = fileOf((await findItem(tx, id))!)
  const next = { ...before, ...changes }
  requireWhole(next)
  const previous = new Map(fieldsOf(before))
  const different = fieldsOf(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(previous.get(name)),
  )
  if (different.length > 0) {
    await operate(tx, actor, {
      action: 'shop.edit',
      target: slug,
      before: Object.fromEntries(different.map(([name]) => [name, previous.get(name)])),
      after: Object.fromEntries(different),
      reason,
    })
    await saveItem(tx, id, next)
    const recorded = different.map(([name, value]) => [name, { previous: previous.get(name), next: value }])
    await recordChange(tx, id, {
      author: authorOf(actor),
      reason,
      changes: Object.fromEntries(recorded),
    })
  }
  return { row: (await findItem(tx, id))!, changed: different.map(([name]) => name) }
}

/** An item by its slug or id. Throws `not_found`. */
export async function requireItem(db: Db, name: string): Promise<ItemRow> {
  const row = await findItemByName(db, name)
  if (!row) throw problem('not_found', { detail: `There is no item ${name}.` })
  return row
}

/** An item as a file says it, with its times in UTC. */
export function fileOf(row: ItemRow): Omit<ItemFile, 'visibleFrom'> & { visibleFrom: string } {
  const { slug, kind, title, summary, description, points, crels, memberLimit, countries } = row
  return {
    slug,
    kind,
    title,
    summary,
    description,
    points,
    crels,
    faceValue: row.faceMinor === null ? null : { currency: row.faceCurrency!, minor: row.faceMinor },
    stock: kind === 'gift_card' ? null : row.stock,
    memberLimit,
    countries,
    colors: { base: row.colorBase, glow: row.colorGlow },
    visibleFrom: row.visibleFrom.toISOString(),
    visibleUntil: row.visibleUntil?.toISOString() ?? null,
    activeFrom: row.activeFrom?.toISOString() ?? null,
    activeUntil: row.activeUntil?.toISOString() ?? null,
  }
}

/** Its fields, times written alike. */
function fieldsOf(file: Record<keyof ItemFile, unknown>): [string, unknown][] {
  return Object.entries(file).map(([name, value]) => [
    name,
    /(From|Until)$/.test(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
  ])
}
