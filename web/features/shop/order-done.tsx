import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { OrderTerms, PlacedOrder } from '#contracts/orders.schemas.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Celebration, News } from '#web/ui/celebration.tsx'
import { formatDateTime, formatNumber } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { CodeReveal } from './code-reveal.tsx'
import { packDoneText } from './pack-text.ts'
import classes from './shop.module.css'

/** It is bought: what the member has now, and the way to it. */
export function OrderDone({
  order,
  terms,
  onClose,
}: {
  order: PlacedOrder
  terms: OrderTerms | undefined
  onClose: () => void
}) {
  const { text, hint, to } = outcome(order, terms, useNow())
  return (
    <>
      <News>
        <Celebration text={text} />
      </News>
      {hint && <p>{hint}</p>}
      {order.codes && <CodeReveal orderId={order.id} count={order.codes.count} isMain />}
      <p className={classes.hint}>{m.shop_done_balance({ points: formatNumber(order.balance) })}</p>
      <ButtonLink look="soft" full to={to.path}>
        {to.label}
      </ButtonLink>
      <Button look="plain" full onClick={onClose}>
        {m.shop_done()}
      </Button>
    </>
  )
}

function outcome(
  { item, crels, quantity, debtCrels: owed }: PlacedOrder,
  terms: OrderTerms | undefined,
  now: Date,
): { text: string; hint?: string; to: { path: string; label: string } } {
  const toOrders = { path: withQuery(paths.pointsShop, { view: 'orders' }), label: m.shop_to_orders() }
  switch (item.kind) {
    case 'crels_pack':
      return {
        ...packDoneText(crels ?? 0, owed),
        to: { path: paths.crels('wallet'), label: m.shop_to_wallet() },
      }
    case 'streak_freeze':
      return {
        text: m.shop_done_streak_freeze({ count: quantity }),
        hint: m.shop_done_streak_freeze_hint(),
        to: { path: paths.dailyCheckIn, label: m.shop_to_check_in() },
      }
    case 'boost':
      return {
        text: m.shop_done_boost(),
        hint: terms?.boost
          ? m.shop_done_boost_hint({ time: formatDateTime(terms.boost.until, now) })
          : undefined,
        to: { path: paths.dailyCheckIn, label: m.shop_to_check_in() },
      }
    case 'merchandise':
      return { text: m.shop_done_merchandise(), hint: m.shop_done_merchandise_hint(), to: toOrders }
    case 'gift_card':
      return { text: m.shop_done_gift_card(), hint: m.shop_done_gift_card_hint(), to: toOrders }
  }
}
