import { m } from '#messages'
import { ExpiringLots } from '../features/points/expiring-lots.tsx'
import { usePoints } from '../features/points/queries.ts'
import { useShop } from '../features/shop/queries.ts'
import { ShopTeaser } from '../features/shop/shop-teaser.tsx'
import { useOrderTerms } from '../features/shop/terms.ts'
import { Section } from '../ui/page.tsx'

/** What points are for: the shop's items within reach, and what of the balance expires first. */
export function PointsShelf() {
  const points = usePoints()
  const shop = useShop()
  const terms = useOrderTerms()
  return (
    <>
      {shop.data && terms.data && <ShopTeaser items={shop.data.pages[0]!.items} terms={terms.data} />}
      {points.data && points.data.lots.length > 0 && (
        <Section heading={m.points_lots()}>
          <ExpiringLots points={points.data} />
        </Section>
      )}
    </>
  )
}
