import { lazy } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages'
import { loginPath } from '#contracts/paths.ts'
import { PointsPill } from '../features/points/points-pill.tsx'
import { usePoints } from '../features/points/queries.ts'
import { BoostNotice } from '../features/shop/boost-notice.tsx'
import { Catalogue } from '../features/shop/catalogue.tsx'
import { PurchaseNotice } from '../features/shop/purchase-notice.tsx'
import { readShopView, shopHref } from '../features/shop/shop-view.ts'
import { isAwaited, useOrderTerms, useShop } from '../features/shop/terms.ts'
import { useSession } from '../platform/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Part } from '../ui/part.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/rare/tab-links.tsx'

// Only after a press: what an item is in full, and buying it.
const ItemSheet = lazy(async () => await import('../features/shop/item-sheet.tsx'))
const OrderList = lazy(async () => await import('../features/shop/order-list.tsx'))

/** `/points/points-shop`: what points buy, open to everybody; for members also buying it, and their orders. */
export default function PointsShopPage() {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const isMember = session.state === 'signed-in'
  const view = readShopView(search)
  const terms = useOrderTerms(isMember)
  const points = usePoints(isMember)
  const shop = useShop()
  const known = shop.data?.pages.flatMap((page) => page.items).find(({ id }) => id === view.item)
  const here = location.pathname + location.search

  /** Back where the list led here, so that the browser's own back does not open the item again. */
  function close(): void {
    if ((location.state as { fromShop?: boolean } | null)?.fromShop) void navigate(-1)
    else void navigate(shopHref(view), { replace: true, preventScrollReset: true })
  }

  return (
    <Page title={m.pages_points_shop()} aside={isMember && <PointsPill />}>
      {isMember && (
        <TabLinks
          label={m.shop_tabs()}
          tabs={[
            {
              to: shopHref({ ...view, isOrders: false }),
              current: !view.isOrders,
              label: m.shop_tab_items(),
            },
            { to: shopHref({ ...view, isOrders: true }), current: view.isOrders, label: m.shop_tab_orders() },
          ]}
        />
      )}
      {isMember && !view.item && <PurchaseNotice />}
      {!view.isOrders && terms.data?.boost && <BoostNotice boost={terms.data.boost} />}
      {!view.isOrders ? (
        <Catalogue
          view={view}
          shop={shop}
          terms={terms.data}
          // Who looks decides the order of the shelves, and a boost stands above them.
          isSettled={
            isMember ? !isAwaited(terms) : session.state === 'signed-out' || session.failure !== null
          }
          isMember={isMember}
          onAffordable={(isWanted) =>
            void navigate(shopHref({ ...view, isAffordable: isWanted }), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      ) : isMember ? (
        <Part fallback={<OrdersLoading />}>
          <OrderList />
        </Part>
      ) : session.state === 'signed-out' ? (
        <EmptyState
          of="points"
          heading={m.shop_orders_sign_in()}
          hint={m.layout_sign_in_hint()}
          action={<ButtonLink to={loginPath(here)}>{m.layout_sign_in()}</ButtonLink>}
        />
      ) : (
        <OrdersLoading />
      )}
      {view.item && (
        <Part>
          <ItemSheet
            id={view.item}
            known={known}
            looking={{
              who: isMember ? 'member' : session.state === 'signed-out' ? 'visitor' : 'unknown',
              uid: session.user?.uid ?? '',
              terms: terms.data,
              lots: points.data?.lots,
              retry: terms.isError ? () => void terms.refetch() : undefined,
            }}
            onClose={close}
          />
        </Part>
      )}
    </Page>
  )
}

function OrdersLoading() {
  return (
    <Loading>
      <CardSkeleton lines={3} />
      <CardSkeleton lines={3} />
    </Loading>
  )
}
