import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { memberTimeText } from '#server/platform/shown-times.ts'
import { notificationKind, type ReaderZone } from './notification-kind.ts'

/** An order, with its item in words: by the time it is read it may be called otherwise. */
interface NotifiedOrder {
  orderId: string
  title: string
}

/** Where codes, parcels and what came back are. */
const orders = () => ({
  path: withQuery(paths.pointsShop, { view: 'orders' }),
  label: m.notifications_orders_action(),
})

/** What becomes of orders, and items that can be bought again. */
export const shopKinds = {
  order_shipped: notificationKind<NotifiedOrder & { carrier: string; trackingUrl: string | null }>({
    group: 'shop',
    about: ({ orderId }) => orderId,
    title: ({ title }) => m.notifications_order_shipped({ title }),
    lines: ({ carrier, trackingUrl }) => [
      m.notifications_order_shipped_by({ carrier }),
      ...(trackingUrl === null ? [] : [m.notifications_order_shipped_track({ trackingUrl })]),
    ],
    opens: orders,
  }),
  order_cancelled: notificationKind<
    NotifiedOrder & {
      points: number
      /** Between when the points expire; not known of what a version before this one wrote. */
      expiry?: { firstAt: string; lastAt: string } | undefined
      reason: string
    }
  >({
    group: 'shop',
    about: ({ orderId }) => orderId,
    title: ({ title }) => m.notifications_order_cancelled({ title }),
    lines: ({ points, expiry, reason }, zone) => [
      [m.notifications_order_cancelled_refund({ points: grouped(points) }), ...untilText(expiry, zone)].join(
        ' ',
      ),
      m.mail_notice_reason({ reason }),
    ],
    push: ({ title, expiry }, zone) => ({
      title: m.notifications_order_cancelled({ title }),
      body: [m.notifications_order_cancelled_push(), ...untilText(expiry, zone)].join(' '),
    }),
    opens: orders,
  }),
  item_back: notificationKind<{ itemId: string; title: string }>({
    group: 'shop',
    title: ({ title }) => m.notifications_item_back({ title }),
    lines: () => [m.notifications_item_back_once()],
    opens: ({ itemId }) => ({
      path: withQuery(paths.pointsShop, { item: itemId }),
      label: m.notifications_shop_action(),
    }),
  }),
}

/** Until when points that came back can be spent, as a sentence where it is known. */
function untilText(expiry: { firstAt: string; lastAt: string } | undefined, zone: ReaderZone): string[] {
  if (!expiry) return []
  const [first, last] = [memberTimeText(expiry.firstAt, zone), memberTimeText(expiry.lastAt, zone)]
  return [
    first === last
      ? m.notifications_order_cancelled_until({ date: first })
      : m.notifications_order_cancelled_between({ first, last }),
  ]
}
