import type { Logger } from 'pino'
import * as orders from '#contracts/orders.endpoints.ts'
import * as shop from '#contracts/shop.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job, type Jobs } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { provingJob, registerProofGauge } from '#server/platform/reconciliation.ts'
import type { Secret } from '#server/platform/secret.ts'
import { bringCodes } from './bring-codes.ts'
import { cancelOrder } from './cancel-order.ts'
import { checkCodeFile } from './check-code-file.ts'
import { deleteExpiredImports, unfinishedImports } from './code-import-queries.ts'
import { codeImportRoutes } from './code-import-routes.ts'
import { shopErasure } from './erase-member.ts'
import { shopExport } from './export-orders.ts'
import { itemRoutes } from './item-routes.ts'
import { getOrder, listOrders, revealCodes } from './list-orders.ts'
import { getShopItem, listShop } from './list-shop.ts'
import { askForItem, forgetItem, notifyBack } from './notify-back.ts'
import { orderVersions } from './order-queries.ts'
import { orderTerms } from './order-terms.ts'
import { placeOrder } from './place-order.ts'
import { shopProof } from './reconcile-shop.ts'

/** What points buy: items, stock, codes and orders. */
export function shopModule(
  { db, secret, log, files }: Platform,
  { enqueue }: { enqueue: Jobs['add'] },
): Module {
  return {
    routes: [...shopRoutes({ secret }), ...itemRoutes({ files }), ...codeImportRoutes({ secret, enqueue })],
    jobs: [...shopJobs({ db, secret, log }), provingJob({ db, log }, shopProof)],
    metrics: (registry) => registerProofGauge(registry, db, shopProof),
    erase: [shopErasure(db)],
    export: [shopExport(db, secret)],
    topicVersions: { orders: { by: 'party', versions: orderVersions } },
  }
}

/** The endpoints of contracts/shop.endpoints.ts and contracts/orders.endpoints.ts. */
function shopRoutes(deps: { secret: Secret }): Route[] {
  return [
    bind(shop.listShop, ({ db, query }) => listShop(db, query)),
    bind(shop.getShopItem, ({ db, params }) => getShopItem(db, params)),
    bind(shop.askForItem, async ({ transaction, actor, params }) => {
      await transaction((tx) => askForItem(tx, actor, params))
      return answer(204, null)
    }),
    bind(shop.forgetItem, async ({ db, actor, params }) => {
      await forgetItem(db, actor, params)
      return answer(204, null)
    }),
    bind(orders.getOrderTerms, ({ db, actor }) => orderTerms(db, actor)),
    bind(orders.placeOrder, async ({ transaction, actor, body }) =>
      answer(201, await transaction((tx) => placeOrder(tx, actor, body, deps))),
    ),
    bind(orders.listOrders, ({ db, actor, query }) => listOrders(db, actor, query)),
    bind(orders.getOrder, ({ db, actor, params }) => getOrder(db, actor, params, deps)),
    bind(orders.cancelOrder, ({ transaction, actor, params }) =>
      transaction((tx) => cancelOrder(tx, actor, params)),
    ),
    bind(orders.revealCodes, ({ transaction, actor, params, requestId }) =>
      transaction((tx) => revealCodes(tx, actor, { ...params, requestId }, deps)),
    ),
  ]
}

/** The jobs of the shop, beside the one that proves it. */
function shopJobs({ db, secret, log }: { db: Db; secret: Secret; log: Logger }): Job[] {
  return [
    job<{ importId?: string }>({
      name: 'import-codes',
      doc: 'Reads files of codes that operators sent, and brings their new codes into the pools.',
      // One whose worker was killed, or failed too often, goes on.
      cron: '*/10 * * * *',
      run: async ({ importId }) => {
        let imported = 0
        const failures: unknown[] = []
        for (const id of importId ? [importId] : await unfinishedImports(db))
          try {
            await checkCodeFile(db, id, { secret })
            imported += await bringCodes(db, id)
          } catch (error) {
            // The others do not wait for it.
            failures.push(error)
          }
        if (failures.length > 0) throw failures[0]
        return { imported }
      },
    }),
    job({
      name: 'remove-code-imports',
      doc: 'Removes what was read of files of codes that operators sent a day ago.',
      cron: '23 * * * *',
      run: async () => ({ removed: await deleteExpiredImports(db) }),
    }),
    job({
      name: 'notify-items-back',
      doc: 'Notifies members of items they wait for, once each, when they can be bought again.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => ({ notified: await notifyBack(db, { log }) }),
    }),
  ]
}
