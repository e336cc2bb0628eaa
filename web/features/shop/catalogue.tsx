import { m } from '#messages'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import { ITEM_KINDS } from '#rules/shop-item.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardGrid } from '#web/ui/page.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { ItemCard } from './item-card.tsx'
import type { useShop } from './terms.ts'
import { ShopFilters } from './shop-filters.tsx'
import { arrange, shopHref, type ShopView } from './shop-view.ts'

/** The shelves: what a person can have first, then what they are nearest to. */
export function Catalogue({
  view,
  shop,
  terms,
  isSettled,
  isMember,
  onAffordable,
}: {
  view: ShopView
  shop: ReturnType<typeof useShop>
  /** Undefined for visitors, and while they are not known. */
  terms: OrderTerms | undefined
  /** It is known who looks, and what they may buy. */
  isSettled: boolean
  isMember: boolean
  onAffordable: (isWanted: boolean) => void
}) {
  return (
    <Loaded
      query={isSettled ? shop : { ...shop, isPending: true, isPaused: false }}
      heading={shop.data ? m.shop_refresh_failed() : m.shop_load_failed()}
      saysStale={!shop.isFetchNextPageError}
      waiting={
        <Loading>
          <CardGrid>
            <CardSkeleton art lines={2} />
            <CardSkeleton art lines={2} />
            <CardSkeleton art lines={2} />
          </CardGrid>
        </Loading>
      }
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0)
          return <EmptyState of="points" heading={m.shop_empty()} hint={m.shop_empty_hint()} />
        const shown = arrange(items, terms, view)
        return (
          <>
            <ShopFilters
              view={view}
              kinds={ITEM_KINDS.filter((kind) => items.some((item) => item.kind === kind))}
              isMember={isMember}
              onAffordable={onAffordable}
            />
            <p className="visually-hidden" role="status">
              {m.shop_shown({ count: shown.length })}
            </p>
            {shown.length === 0 && (
              <EmptyState
                of="points"
                heading={m.shop_none()}
                hint={view.isAffordable ? m.shop_none_affordable_hint() : m.shop_none_hint()}
                action={
                  <ButtonLink
                    to={shopHref({ isOrders: false, kind: undefined, isAffordable: false })}
                    state={{ keepFocus: true }}
                  >
                    {m.shop_none_action()}
                  </ButtonLink>
                }
              />
            )}
            <CardGrid>
              {shown.map(({ item, standing }) => (
                <ItemCard
                  key={item.id}
                  item={item}
                  standing={standing}
                  terms={terms}
                  to={shopHref(view, item.id)}
                />
              ))}
            </CardGrid>
            <LoadMoreOf query={shop} shown={items.length} label={m.shop_more()} />
          </>
        )
      }}
    </Loaded>
  )
}
