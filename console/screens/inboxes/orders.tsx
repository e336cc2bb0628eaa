import { m } from '#console-messages'
import {
  getInboxOrder,
  giveBackOrder,
  listInboxOrders,
  takeOrder,
} from '#contracts/operator-orders.endpoints.ts'
import type { InboxOrder } from '#contracts/operator-orders.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import type { Assignment } from './assignment-acts.tsx'
import { Inbox } from './inbox.tsx'
import { orderActs } from './order-acts.tsx'
import { OrderDetail } from './order-detail.tsx'
import { buyerName, orderStateNames } from './order-words.ts'

/** Orders that are to be sent by post. */
export default function Orders() {
  return (
    <Inbox
      title={m.shell_orders()}
      queue="orders"
      fileByJob="orders"
      source={source}
      columns={columns}
      acts={orderActs}
      assignment={assignment}
      nameOf={(row) => `${row.quantity} × ${row.item.title}, ${buyerName(row)}`}
      detail={(row, acts) => <OrderDetail row={row} acts={acts} />}
      empty={m.inboxes_orders_empty()}
    />
  )
}

const source: TableSource<InboxOrder> = {
  key: 'orders',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listInboxOrders, { query: { ...filters, cursor, limit }, signal }),
  one: async (id, signal) => await call(getInboxOrder, { params: { id }, signal }),
}

const assignment: Assignment<InboxOrder> = {
  permission: 'shop.assign',
  take: async ({ id }, from) => await call(takeOrder, { params: { id }, body: { from } }),
  giveBack: async ({ id }) => await call(giveBackOrder, { params: { id } }),
}

const columns: TableColumn<InboxOrder>[] = [
  {
    id: 'item',
    header: m.inboxes_order_item(),
    cell: ({ item }) => <b>{item.title}</b>,
    csv: ({ item }) => item.title,
  },
  {
    id: 'quantity',
    header: m.inboxes_order_quantity(),
    align: 'end',
    cell: ({ quantity }) => formatNumber(quantity),
    csv: ({ quantity }) => quantity,
  },
  {
    id: 'member',
    header: m.inboxes_order_member(),
    cell: (row) => <bdi>{buyerName(row)}</bdi>,
    csv: buyerName,
  },
  {
    id: 'state',
    header: m.inboxes_order_state(),
    cell: ({ state, waitsForLook, isDisabled }) => (
      <Pills>
        <Pill tone={state === 'fulfilled' ? 'good' : 'plain'}>{orderStateNames[state]()}</Pill>
        {isDisabled && <Pill tone="bad">{m.inboxes_order_disabled()}</Pill>}
        {waitsForLook && <Pill tone="warn">{m.inboxes_order_restored()}</Pill>}
      </Pills>
    ),
    csv: ({ state }) => state,
  },
  {
    id: 'points',
    header: m.inboxes_order_points(),
    align: 'end',
    cell: ({ points }) => formatNumber(points),
    csv: ({ points }) => points,
    isExtra: true,
  },
  {
    id: 'carrier',
    header: m.inboxes_order_carrier(),
    cell: ({ carrier }) => carrier,
    csv: ({ carrier }) => carrier,
    isExtra: true,
  },
  {
    id: 'id',
    header: m.inboxes_order_id(),
    cell: ({ id }) => <code>{id}</code>,
    csv: ({ id }) => id,
    isExtra: true,
  },
]
