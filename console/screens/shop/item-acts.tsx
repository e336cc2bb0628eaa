import { m } from '#console-messages'
import {
  changeItemStock,
  editOperatedItem,
  putItemOnSale,
  takeItemOffSale,
} from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItem, OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { previousValues } from './item-changes.ts'
import { membersText, ordersText, stockText } from './item-words.ts'

const canBeBought = ({ state }: OperatedItem) => state === 'open' || state === 'sold_out'
const sumOf = (rows: readonly OperatedItem[], count: 'awaitedBy' | 'waiting' | 'sold') =>
  rows.reduce((sum, row) => sum + row[count], 0)

/** Putting items on sale and taking them off, each with what it touches. */
export const saleActs: readonly RowAct<OperatedItem>[] = [true, false].map((isOn) => ({
  id: isOn ? 'on-sale' : 'off-sale',
  label: isOn ? m.shop_on_sale() : m.shop_off_sale(),
  hotkey: isOn ? 's' : 'o',
  look: isOn ? 'primary' : 'danger',
  permission: 'shop.edit',
  applies: (item) => canBeBought(item) !== isOn,
  reason: { label: m.shop_reason(), isRequired: true },
  preview: (rows) => {
    const { title } = rows[0]!
    const count = rows.length
    return (
      <p>
        {isOn
          ? m.shop_on_preview({ count, title, awaited: membersText(sumOf(rows, 'awaitedBy')) })
          : m.shop_off_preview({
              count,
              title,
              waiting: ordersText(sumOf(rows, 'waiting')),
              sold: m.shop_pieces({ count: sumOf(rows, 'sold'), shown: String(sumOf(rows, 'sold')) }),
            })}
      </p>
    )
  },
  run: async (rows, reason) =>
    await outcomeOfEach(
      rows.map(({ slug }) => ({ id: slug })),
      async ({ id: slug }) =>
        await call(isOn ? putItemOnSale : takeItemOffSale, { params: { slug }, body: { reason } }),
      async (_, after) => await takeBack(after),
    ),
  remains: () => (isOn ? m.shop_on_remains() : null),
  said: (count) => (isOn ? m.shop_on_said({ count }) : m.shop_off_said({ count })),
}))

async function takeBack({ slug, revision, changes }: OperatedItemDetail): Promise<OperatedItemDetail> {
  return await call(editOperatedItem, {
    params: { slug },
    body: { changes: previousValues(changes[0]!), reason: m.shop_undone(), seen: revision },
  })
}

/** Pieces are added or taken, or what is left is counted anew. */
export const stockAct: RowAct<OperatedItem> = {
  id: 'stock',
  label: m.shop_change_stock(),
  look: 'quiet',
  permission: 'shop.restock',
  applies: ({ kind }) => kind !== 'gift_card',
  fields: [
    {
      kind: 'choice',
      name: 'how',
      label: m.shop_stock_how(),
      options: [
        { value: 'add', label: m.shop_stock_add() },
        { value: 'take', label: m.shop_stock_take() },
        { value: 'left', label: m.shop_stock_left() },
        { value: 'unlimited', label: m.shop_stock_unlimited() },
      ],
    },
    { kind: 'number', name: 'pieces', label: m.shop_stock_pieces(), min: 0, max: 1_000_000, initial: 0 },
  ],
  reason: { label: m.shop_reason(), isRequired: true },
  preview: ([item], values) => <StockEffect item={item!} values={values} />,
  allows: ([item], values) => stockAfter(item!, values) !== undefined,
  run: async ([item], reason, values, idempotencyKey) => {
    const { how } = values
    const pieces = Number(values.pieces)
    const change =
      how === 'unlimited'
        ? { left: null, seen: item!.stock }
        : how === 'left'
          ? { left: pieces, seen: item!.stock }
          : { pieces: how === 'add' ? pieces : -pieces }
    // Adding pieces again, after no answer, would add them twice.
    await call(changeItemStock, { params: { slug: item!.slug }, body: { change, reason }, idempotencyKey })
    return oneDone(item!.slug)
  },
  said: m.shop_stock_said,
}

function StockEffect({ item, values }: { item: OperatedItem; values: FieldValues }) {
  const after = stockAfter(item, values)
  const { title, stock, awaitedBy } = item
  if (after === undefined)
    return values.how === 'take' && <p>{m.shop_stock_too_few({ left: stockText(stock) })}</p>
  return (
    <p>
      {m.shop_stock_preview({
        title,
        left: stockText(stock),
        after: stockText(after),
        awaited: membersText(awaitedBy),
      })}
    </p>
  )
}

/** What is left after a change; undefined where it cannot be made, or changes nothing. */
function stockAfter({ stock }: OperatedItem, { how, pieces }: FieldValues): number | null | undefined {
  const count = Number(pieces)
  if (how === 'unlimited') return stock === null ? undefined : null
  if (how === 'left') return count === stock ? undefined : count
  if (stock === null || count === 0) return undefined
  const after = how === 'add' ? stock + count : stock - count
  return after < 0 ? undefined : after
}
