import * as contract from '#contracts/operator-shop.endpoints.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { Platform } from '#server/platform/module.ts'
import { addItem, changeItem } from './change-item.ts'
import { changeStock } from './change-stock.ts'
import { readItemFile } from './item-file.ts'
import { operatedItem, operatedItems } from './operate-items.ts'
import { putItemImage } from './put-item-image.ts'
import { answerRestoredCodes } from './restored-codes.ts'
import { setItemSale } from './set-item-sale.ts'

/** The endpoints of contracts/operator-shop.endpoints.ts about items: as operators see and change them. */
export function itemRoutes(deps: Pick<Platform, 'files'>): Route[] {
  return [
    bind(contract.listOperatedItems, ({ db, query }) => operatedItems(db, query)),
    bind(contract.getOperatedItem, ({ db, params }) => operatedItem(db, params.slug)),
    bind(contract.createOperatedItem, async ({ transaction, actor, body: { reason, ...body } }) =>
      transaction(async (tx) => {
        const file = readItemFile(body)
        await addItem(tx, actor, { file, reason })
        return answer(201, await operatedItem(tx, file.slug))
      }),
    ),
    bind(contract.editOperatedItem, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        await changeItem(tx, actor, { item: slug, ...body })
        return await operatedItem(tx, slug)
      }),
    ),
    ...([contract.putItemOnSale, contract.takeItemOffSale] as const).map((endpoint) =>
      bind(endpoint, async ({ transaction, actor, params: { slug }, body }) =>
        transaction(async (tx) => {
          const onSale = endpoint.id === contract.putItemOnSale.id
          await setItemSale(tx, actor, { item: slug, onSale, ...body })
          return await operatedItem(tx, slug)
        }),
      ),
    ),
    bind(contract.changeItemStock, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        await changeStock(tx, actor, { item: slug, ...body })
        return await operatedItem(tx, slug)
      }),
    ),
    bind(contract.answerRestoredCodes, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        await answerRestoredCodes(tx, actor, { item: slug, ...body })
        return await operatedItem(tx, slug)
      }),
    ),
    ...imageRoutes(deps),
  ]
}

function imageRoutes(deps: Pick<Platform, 'files'>): Route[] {
  const put = async (
    { db, actor }: { db: Db; actor: OperatorActor },
    input: { item: string; reason: string; seen?: string | undefined; bytes: Uint8Array | null },
  ) => {
    await putItemImage(db, actor, input, deps)
    return await operatedItem(db, input.item)
  }
  return [
    bind(contract.putOperatedItemImage, async (ctx) =>
      put(ctx, { item: ctx.params.slug, ...ctx.query, bytes: ctx.body }),
    ),
    bind(contract.removeOperatedItemImage, async (ctx) =>
      put(ctx, { item: ctx.params.slug, ...ctx.query, bytes: null }),
    ),
  ]
}
