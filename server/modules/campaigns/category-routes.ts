import * as contract from '#contracts/operator-categories.endpoints.ts'
import { undoing } from '#server/modules/operators/public.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { addCategory, orderCategories, setCategory, turnCategory } from './change-category.ts'
import { operatedCategories, operatedCategory } from './operated-categories.ts'

/** The endpoints of contracts/operator-categories.endpoints.ts. */
export const categoryRoutes: Route[] = [
  bind(contract.listOperatedCategories, ({ db }) => operatedCategories(db)),
  bind(contract.getOperatedCategory, ({ db, params: { slug } }) => operatedCategory(db, slug)),
  bind(contract.addCategory, async ({ transaction, actor, body }) =>
    transaction(async (tx) => {
      await addCategory(tx, actor, body)
      return answer(201, await operatedCategory(tx, body.slug))
    }),
  ),
  bind(contract.setCategory, async ({ transaction, actor, params: { slug }, body }) =>
    transaction(async (tx) => {
      await setCategory(tx, actor, { slug, ...body })
      return await operatedCategory(tx, slug)
    }),
  ),
  bind(contract.turnCategory, async ({ transaction, actor, params: { slug }, body }) =>
    transaction(async (tx) => {
      await turnCategory(tx, actor, { slug, ...body })
      return await operatedCategory(tx, slug)
    }),
  ),
  bind(contract.orderCategories, async ({ transaction, actor, body }) =>
    transaction(async (tx) => {
      await orderCategories(tx, undoing(actor, body), body)
      return await operatedCategories(tx)
    }),
  ),
]
