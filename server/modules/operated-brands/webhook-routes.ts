import * as contract from '#contracts/operator-webhooks.endpoints.ts'
import type { OperatedWebhook } from '#contracts/operator-webhooks.schemas.ts'
import { isAllowed } from '#rules/operator-permissions.ts'
import { brandIdOf } from '#server/modules/brands/public.ts'
import { undoing } from '#server/modules/operators/public.ts'
import { deliveryView, type EndpointRow, type WebhookOperations } from '#server/modules/webhooks/public.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

const place = idPlace('webhookDelivery')

/** The endpoints of contracts/operator-webhooks.endpoints.ts. */
export function webhookRoutes(webhooks: WebhookOperations): Route[] {
  return [
    bind(contract.listOperatedWebhooks, async ({ db, actor, params: { slug } }) => {
      if (!(await brandIdOf(db, slug))) throw problem('not_found', { detail: `There is no brand ${slug}.` })
      return { items: (await webhooks.list(slug)).map((row) => view(row, actor)) }
    }),
    bind(contract.addOperatedWebhook, async ({ actor, params: { slug }, body }) => {
      const { id, secret } = await webhooks.add(actor, { brand: slug, ...body })
      return answer(201, { ...view(await webhooks.find(id), actor), secret })
    }),
    bind(contract.getOperatedWebhook, async ({ actor, params }) =>
      view(await webhooks.find(params.id), actor),
    ),
    bind(contract.rotateOperatedWebhook, async ({ actor, params }) => webhooks.rotate(actor, params.id)),
    bind(contract.enableOperatedWebhook, async ({ actor, params, body }) =>
      view(await webhooks.enable(undoing(actor, body), params.id, body), actor),
    ),
    bind(contract.disableOperatedWebhook, async ({ actor, params, body }) =>
      view(await webhooks.disable(undoing(actor, body), params.id, body), actor),
    ),
    bind(contract.removeOperatedWebhook, async ({ actor, params }) => {
      await webhooks.remove(actor, params.id)
      return answer(204, null)
    }),
    bind(contract.testOperatedWebhook, async ({ actor, params }) => {
      await webhooks.test(actor, params.id)
      return answer(204, null)
    }),
    bind(contract.listOperatedDeliveries, async ({ params: { id }, query: { state, limit, cursor } }) => {
      const before = cursor === undefined ? undefined : decodeCursor(place, cursor)[0]
      const rows = await webhooks.deliveries({ endpointId: id, state, before, limit: limit + 1 })
      const page = pageOf(rows, limit, (last) => [last.id])
      return { ...page, items: page.items.map(deliveryView) }
    }),
    bind(
      contract.replayOperatedDeliveries,
      async ({ actor, params: { id }, body: { deliveryId, since } }) => {
        const choice = {
          endpointId: id,
          deliveryId,
          since: since === undefined ? undefined : new Date(since),
          // One that is named was chosen, whether it arrived or not.
          all: deliveryId !== undefined,
        }
        const replayed = await webhooks.replay(actor, choice, { mustFind: true })
        return { replayed }
      },
    ),
  ]
}

/** An endpoint; of its address who may not add one sees the host alone. */
function view(
  { brandId: _, failingSince, createdAt, ...row }: EndpointRow,
  caller: OperatorCaller,
): OperatedWebhook {
  const seesPath = isAllowed(caller, 'webhook.add')
  return {
    ...row,
    url: seesPath ? row.url : `${new URL(row.url).origin}/…`,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
