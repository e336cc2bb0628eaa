import { m } from '#console-messages'
import { shipOrder, withdrawOrder } from '#contracts/operator-orders.endpoints.ts'
import type { InboxOrder } from '#contracts/operator-orders.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { buyerName } from './order-words.ts'
import { writeAct } from './write-act.tsx'

const waits = ({ state }: InboxOrder) => state === 'placed'

/** Asks for a yes to what only some orders need one for, before anything is done to them. */
function yesTo(
  name: string,
  isAsked: (row: InboxOrder) => boolean,
  words: () => { label: string; no: string; yes: string },
) {
  return {
    fields: (rows: readonly InboxOrder[]): ActField[] => {
      if (!rows.some(isAsked)) return []
      const { label, no, yes } = words()
      const options = [
        { value: 'no', label: no },
        { value: 'yes', label: yes },
      ]
      return [{ kind: 'choice', name, label, options }]
    },
    isSaid: (rows: readonly InboxOrder[], values: FieldValues) =>
      !rows.some(isAsked) || values[name] === 'yes',
  }
}

/** Of orders that waited in a restored backup: that they were looked up. */
const look = yesTo(
  'look',
  ({ waitsForLook }) => waitsForLook,
  () => ({
    label: m.inboxes_order_look(),
    no: m.inboxes_order_look_open(),
    yes: m.inboxes_order_look_done(),
  }),
)

/** Of orders of disabled members: that they are sent all the same. */
const standing = yesTo(
  'standing',
  ({ isDisabled }) => isDisabled,
  () => ({
    label: m.inboxes_order_to_disabled(),
    no: m.inboxes_order_to_disabled_no(),
    yes: m.inboxes_order_to_disabled_yes(),
  }),
)

/** Sending, cancelling, and asking the buyer something, whatever the state. */
export const orderActs: readonly RowAct<InboxOrder>[] = [
  {
    id: 'ship',
    label: m.inboxes_ship(),
    hotkey: 's',
    permission: 'shop.ship',
    applies: waits,
    fields: (rows) => [
      ...look.fields(rows),
      ...standing.fields(rows),
      { name: 'carrier', label: m.inboxes_ship_carrier(), isRequired: true, length: 100 },
      { name: 'trackingUrl', label: m.inboxes_ship_tracking(), isRequired: false, kind: 'url', length: 500 },
    ],
    preview: (rows) => <p>{m.inboxes_ship_preview({ count: rows.length, name: buyerName(rows[0]!) })}</p>,
    allows: (rows, values) => look.isSaid(rows, values) && standing.isSaid(rows, values),
    run: async (rows, _, { carrier = '', trackingUrl = '', ...said }) =>
      await outcomeOfEach(
        rows,
        async ({ id }) =>
          await call(shipOrder, {
            params: { id },
            body: {
              carrier: carrier.trim(),
              trackingUrl: trackingUrl.trim() === '' ? null : trackingUrl.trim(),
              isLookedAt: said.look === 'yes',
              isToDisabled: said.standing === 'yes',
            },
          }),
      ),
    said: (count) => m.inboxes_shipped({ count }),
  },
  {
    id: 'cancel',
    label: m.inboxes_cancel_order(),
    hotkey: 'c',
    look: 'danger',
    permission: 'shop.cancel',
    applies: waits,
    fields: look.fields,
    allows: look.isSaid,
    reason: {
      label: m.inboxes_cancel_reason(),
      isRequired: true,
      templates: [m.inboxes_cancel_template_stock(), m.inboxes_cancel_template_address()],
    },
    preview: (rows) => (
      <p>
        {m.inboxes_cancel_preview({
          count: new Set(rows.map(({ id, member }) => member?.uid ?? id)).size,
          points: formatNumber(rows.reduce((sum, { points }) => sum + points, 0)),
          name: buyerName(rows[0]!),
        })}
      </p>
    ),
    run: async (rows, reason, said) =>
      await outcomeOfEach(
        rows,
        async ({ id }) =>
          await call(withdrawOrder, { params: { id }, body: { reason, isLookedAt: said.look === 'yes' } }),
      ),
    said: (count) => m.inboxes_cancelled({ count }),
  },
  writeAct({
    label: m.inboxes_write_buyer(),
    hotkey: 'w',
    idOf: ({ id }) => id,
    to: (row) =>
      row.member && {
        uid: row.member.uid,
        name: buyerName(row),
        subject: m.inboxes_order_subject({ title: row.item.title }),
        references: [row.id],
      },
  }),
]
