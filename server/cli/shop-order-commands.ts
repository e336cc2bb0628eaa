import { Option, type Command } from 'commander'
import { ORDER_STATES, type OrderState } from '#rules/order-state.ts'
import type { OperatedOrder } from '../modules/shop/public.ts'
import { inActOf, inSealingActOf, lookAtList } from './acting-operator.ts'
import { confirm } from './confirm.ts'
import { listLimit, printList } from './print-list.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inSealingTransaction, print } from './with-app.ts'

const shop = async () => await import('../modules/shop/public.ts')

const lookedAt = 'of one that waited in a restored backup: you looked whether it was sent since'

interface Cancelling {
  reason: string
  yes?: boolean
  lookedAt?: boolean
}

interface ShippingOptions {
  carrier: string
  tracking?: string
  lookedAt?: boolean
  toDisabled?: boolean
}

/** `crels shop orders|order|ship|cancel` */
export function shopOrderCommands(command: Command): void {
  command
    .command('orders')
    .description('Orders, those that were placed first at the top. The log says that you looked.')
    .addOption(new Option('--state <state>', 'in one state').choices(ORDER_STATES))
    .option('--item <item>', 'of one item, by its slug or id')
    .option('--limit <count>', 'how many at most', '100')
    .action(
      async ({ limit, ...filter }: { state?: OrderState; item?: string; limit: string }, self: Command) => {
        const { operatedOrders } = await shop()
        const query = { ...filter, limit: listLimit(limit) }
        const { rows, total } = await lookAtList(
          self,
          'orders',
          async (tx) => await operatedOrders(tx, query),
        )
        printList(self, rows, rows.map(orderLine), { total })
      },
    )
  command
    .command('order <orderId>')
    .description('One order, with where it is sent, in clear. The log says that you did.')
    .action(async (orderId: string, _: object, self: Command) => {
      const { lookAtOrder } = await shop()
      const row = await inSealingActOf(self, async (tx, actor, { secret }) =>
        lookAtOrder(tx, actor, { orderId }, { secret }),
      )
      const { uid, sendTo, title, quantity, state, timeline, carrier, trackingUrl } = row
      const to = sendTo ? Object.entries(sendTo).filter(([, value]) => value !== '') : []
      const { address: _address, ...shown } = row
      print(self, shown, [
        `${orderId}  ${state}  ${quantity} × ${title}, ordered by ${uid ?? 'a member who has left'}`,
        ...to.map(([name, value]) => `  ${name}: ${value}`),
        ...(carrier === null
          ? []
          : [`  sent with ${carrier}${trackingUrl === null ? '' : ` ${trackingUrl}`}`]),
        ...timeline.map((step) => `  ${step.at} ${step.state}`),
      ])
    })
  command
    .command('ship <orderId>')
    .description('Say that an order is on its way; its member is notified.')
    .requiredOption('--carrier <name>', 'with whom it was sent')
    .option('--tracking <url>', 'where it can be followed, an address with https')
    .option('--looked-at', lookedAt)
    .option('--to-disabled', 'of one whose member is disabled: it is to be sent all the same')
    .action(
      async (
        orderId: string,
        { carrier, tracking, lookedAt: isLookedAt, toDisabled: isToDisabled }: ShippingOptions,
        self: Command,
      ) => {
        const { shipOrder } = await shop()
        const shipping = { orderId, carrier, trackingUrl: tracking ?? null, isLookedAt, isToDisabled }
        const { state } = await inActOf(self, async (tx, actor) => await shipOrder(tx, actor, shipping))
        print(self, { orderId, state, carrier, trackingUrl: shipping.trackingUrl }, `${orderId} is ${state}`)
      },
    )
  command
    .command('cancel <orderId>')
    .description('Cancel an order that was not sent; points and pieces return, and its member is notified.')
    .requiredOption('--reason <text>', 'why, for the member to read')
    .option('--yes', 'without asking')
    .option('--looked-at', lookedAt)
    .action(async (orderId: string, { yes, reason, lookedAt: isLookedAt }: Cancelling, self: Command) => {
      const { operatedRecord, withdrawOrder } = await shop()
      const row = await inSealingTransaction(
        async (tx, secret) => await operatedRecord(tx, orderId, { secret }),
      )
      const { quantity, title, points } = row
      await confirm(
        [
          `Cancelling ${quantity} × ${title} returns ${grouped(points * quantity)} points to ${row.uid ?? 'the house'}`,
        ],
        { yes },
      )
      const { state } = await inActOf(
        self,
        async (tx, actor) => await withdrawOrder(tx, actor, { orderId, reason, isLookedAt }),
      )
      print(self, { orderId, state }, `${orderId} is ${state}`)
    })
}

function orderLine(order: OperatedOrder): string {
  const { id, state, quantity, slug, points, uid, placedAt, waitsForLook, isDisabled } = order
  const look = waitsForLook ? ', may have been sent before the restore' : ''
  const standing = isDisabled ? ' (disabled)' : ''
  return `${id}  ${state}  ${quantity} × ${slug} for ${grouped(points)} points, ordered by ${uid ?? 'left'}${standing} at ${placedAt.toISOString()}${look}`
}
