import { lazy, Suspense } from 'react'
import { m } from '#messages'
import { usePoints } from '../features/points/queries.ts'
import { useOrderTerms, useShop } from '../features/shop/terms.ts'
import { Section } from '../ui/page.tsx'

const ShopTeaser = lazy(async () => ({
  default: (await import('../features/shop/shop-teaser.tsx')).ShopTeaser,
}))
const ExpiringLots = lazy(async () => ({
  default: (await import('../features/points/expiring-lots.tsx')).ExpiringLots,
}))

/** What points are for: the shop's items within reach, and what of the balance expires first. */
export function PointsShelf() {
  const points = usePoints()
  const shop = useShop()
  const terms = useOrderTerms()
  const items = shop.data?.pages[0]?.items ?? []
  return (
    <>
      {items.length > 0 && terms.data && (
        <Suspense fallback={null}>
          <ShopTeaser items={items} terms={terms.data} />
        </Suspense>
      )}
      {points.data && points.data.lots.length > 0 && (
        <Suspense fallback={null}>
          <Section heading={m.points_lots()}>
            <ExpiringLots points={points.data} />
          </Section>
        </Suspense>
      )}
    </>
  )
}
