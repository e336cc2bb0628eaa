import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { OrderCard } from './order-card.tsx'
import { useOrders } from './queries.ts'
import classes from './shop.module.css'

/** Every order of mine, newest first. */
export default function OrderList() {
  const orders = useOrders()
  return (
    <Loaded
      query={orders}
      heading={m.shop_orders_failed()}
      saysStale={!orders.isFetchNextPageError}
      waiting={
        <Loading>
          <CardSkeleton lines={3} />
          <CardSkeleton lines={3} />
        </Loading>
      }
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0)
          return (
            <EmptyState
              of="points"
              heading={m.shop_orders_empty()}
              hint={m.shop_orders_empty_hint()}
              action={<ButtonLink to={paths.pointsShop}>{m.shop_orders_empty_action()}</ButtonLink>}
            />
          )
        return (
          <div className={classes.stack}>
            <div className={classes.orders}>
              {items.map((order) => (
                <OrderCard key={order.id} order={order} />
              ))}
            </div>
            <LoadMoreOf query={orders} shown={items.length} label={m.shop_orders_more()} />
          </div>
        )
      }}
    </Loaded>
  )
}
