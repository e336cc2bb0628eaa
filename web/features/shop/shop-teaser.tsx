import { Link } from 'react-router'
import { m } from '#messages'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { formatNumber } from '#web/ui/common/format.ts'
import { LinkRow, LinkRows } from '#web/ui/rare/link-rows.tsx'
import { Section } from '#web/ui/page.tsx'
import { pointsText } from './price-text.ts'
import { arrange, shopHref } from './shop-view.ts'
import classes from './shop.module.css'

const atMost = 2
const whole = { isOrders: false, kind: undefined, isAffordable: false }

/** What a member can have now, or is nearest to; nothing where there is neither. */
export function ShopTeaser({ items, terms }: { items: readonly ShopItem[]; terms: OrderTerms }) {
  const wanted = arrange(items, terms, whole).filter(
    ({ standing }) => standing === 'affordable' || standing === 'too_dear',
  )
  if (wanted.length === 0) return null
  return (
    <Section heading={m.shop_teaser()} action={<Link to={paths.pointsShop}>{m.shop_teaser_all()}</Link>}>
      <LinkRows>
        {wanted.slice(0, atMost).map(({ item, standing }) => (
          <LinkRow key={item.id} to={shopHref(whole, item.id)} note={pointsText(item.points)}>
            {item.title}
            <span className={classes.teaserHint}>
              {standing === 'affordable'
                ? m.shop_affordable()
                : m.shop_to_go({ points: formatNumber(item.points - terms.balance) })}
            </span>
          </LinkRow>
        ))}
      </LinkRows>
    </Section>
  )
}
