import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { Order } from '#contracts/orders.schemas.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { News } from '#web/ui/celebration.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formatDate, formatDateTime } from '#web/ui/common/format.ts'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { CodeReveal } from './code-reveal.tsx'
import { ItemArt } from './item-art.tsx'
import { kindText, worthText } from './item-text.ts'
import { crelsText, pointsText } from './price-text.ts'
import { useCancelOrder } from './queries.ts'
import { cancelledText, cancellingText } from './refund-text.ts'
import classes from './shop.module.css'

/** An order: what it was, where it stands and since when, its codes or its parcel, and what can be done about it. */
export function OrderCard({ order }: { order: Order }) {
  const { id, item, quantity, points, crels, placedAt, codes, shipping } = order
  const { name, tone, hint } = stateOf(order)
  const worth = crels === null ? worthText({ faceValue: item.faceValue, crels: null }) : crelsText(crels)
  const card = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCancelled, setCancelled] = useState(false)
  useFocusNext(heading, isCancelled, card)
  return (
    <Card
      ref={card}
      className={classes.stack}
      role="article"
      aria-label={m.shop_order_named({ title: item.title, date: formatDate(placedAt) })}
    >
      <div className={classes.order}>
        <ItemArt item={item} size="tile" dim={order.state === 'cancelled'} />
        <div className={classes.orderText}>
          <h2 ref={heading} tabIndex={-1}>
            {quantity > 1 ? m.shop_confirm_pieces({ count: quantity, title: item.title }) : item.title}
          </h2>
          <p className={classes.hint}>{[kindText(item.kind), worth].filter(Boolean).join(' · ')}</p>
          <p className={classes.hint}>
            {m.shop_order_paid({ price: pointsText(points), date: formatDateTime(placedAt) })}
          </p>
        </div>
        <Pill tone={tone}>{name}</Pill>
      </div>
      <News>{hint && <p>{hint}</p>}</News>
      {codes && order.state !== 'cancelled' && <CodeReveal orderId={id} count={codes.count} />}
      {shipping && <Parcel shipping={shipping} sentAt={order.timeline.at(-1)!.at} />}
      <div className={classes.orderEnd}>
        {order.isCancellable && <Cancel order={order} onCancelled={() => setCancelled(true)} />}
        <Link to={withQuery(paths.help, { topic: 'order', ref: id })}>{m.shop_order_problem()}</Link>
      </div>
    </Card>
  )
}

function stateOf({ state, item, isCancellable, cancelledBy, reason, refund, timeline }: Order): {
  name: string
  tone: 'green' | 'gold' | 'plain'
  hint?: string
} {
  if (state === 'placed')
    return {
      name: m.shop_order_placed(),
      tone: 'gold',
      hint: isCancellable ? m.shop_order_placed_hint() : m.shop_order_may_be_sent(),
    }
  if (state === 'fulfilled')
    return {
      name: item.kind === 'merchandise' ? m.shop_order_shipped() : m.shop_order_fulfilled(),
      tone: 'green',
    }
  const why = cancelledBy === 'operator' && reason ? [m.shop_order_cancelled_why({ reason })] : []
  const back = refund ? [cancelledText(refund, timeline.at(-1)!.at)] : []
  return { name: m.shop_order_cancelled(), tone: 'plain', hint: [...why, ...back].join(' ') }
}

function Parcel({
  shipping: { carrier, trackingUrl },
  sentAt,
}: {
  shipping: NonNullable<Order['shipping']>
  sentAt: string
}) {
  return (
    <>
      <p>{m.shop_order_carrier({ carrier, date: formatDate(sentAt) })}</p>
      {trackingUrl && (
        <div className={classes.orderEnd}>
          <ButtonAnchor look="soft" size="s" href={trackingUrl} target="_blank" rel="noopener noreferrer">
            {m.shop_order_track()}
          </ButtonAnchor>
        </div>
      )}
    </>
  )
}

function Cancel({ order: { id, refund }, onCancelled }: { order: Order; onCancelled: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelOrder(() => {
    setIsAsking(false)
    onCancelled()
  })
  return (
    <>
      <Button look="plain" size="s" onClick={() => setIsAsking(true)}>
        {m.shop_order_cancel()}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        heading={m.shop_order_cancel_heading()}
        confirm={m.shop_order_cancel()}
        dismiss={m.common_keep()}
        onConfirm={() => cancel.mutate(id)}
        busy={cancel.isPending}
        danger
      >
        {refund && <p>{cancellingText(refund)}</p>}
        {cancel.isError && <Notice>{problemOf(cancel.error).detail ?? m.shop_order_cancel_failed()}</Notice>}
      </ConfirmDialog>
    </>
  )
}
