import { Link } from 'react-router'
import { m } from '#messages'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { PointsCoin } from '#web/ui/common/coin.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ItemArt } from './item-art.tsx'
import { cardFacts, hindranceOf, kindText, worthText } from './item-text.ts'
import { pointsText } from './price-text.ts'
import { refusalFor, type Standing } from './shop-view.ts'
import classes from './item-card.module.css'

/** An item on the shelf: what it is and costs, how far off it is, and what hurries. All of it is one link. */
export function ItemCard({
  item,
  standing,
  terms,
  to,
}: {
  item: ShopItem
  standing: Standing
  terms: OrderTerms | undefined
  to: string
}) {
  const now = useNow()
  const { title, summary, points, kind } = item
  const worth = worthText(item)
  const facts = cardFacts(item, terms, now)
  const refusal = standing === 'barred' && terms ? refusalFor(item, terms) : null
  return (
    <article className={classes.card}>
      <div className={classes.art}>
        <ItemArt item={item} dim={standing === 'gone'} />
        {standing === 'gone' && (
          <Pill tone="plain" className={classes.corner}>
            {item.state === 'ended' ? m.shop_not_on_sale() : m.shop_sold_out()}
          </Pill>
        )}
        {standing === 'affordable' && (
          <Pill tone="gold" className={classes.corner}>
            {m.shop_affordable()}
          </Pill>
        )}
      </div>
      <div className={classes.text}>
        <p className={classes.kind}>{[kindText(kind), worth].filter(Boolean).join(' · ')}</p>
        <div className={classes.head}>
          <h2 className={classes.heading}>
            <Link to={to} className={classes.link} state={{ fromShop: true }} preventScrollReset>
              {title}
            </Link>
          </h2>
          <Pill tone="gold" icon={<PointsCoin />} className={classes.price}>
            <span aria-hidden="true">{formatNumber(points)}</span>
            <span className="visually-hidden">{pointsText(points)}</span>
          </Pill>
        </div>
        <p className={classes.summary}>{summary}</p>
        {standing === 'too_dear' && terms && <ToGo item={item} balance={terms.balance} />}
        {refusal && terms && <p className={classes.facts}>{hindranceOf(refusal, terms, now).text}</p>}
        {facts.length > 0 && <p className={classes.facts}>{facts.join('\u00a0· ')}</p>}
      </div>
    </article>
  )
}

/** How far a member's points have come, and how many are to go. */
export function ToGo({ item: { title, points }, balance }: { item: ShopItem; balance: number }) {
  return (
    <div className={classes.toGo}>
      <Meter
        value={balance}
        max={points}
        label={m.shop_progress({ title })}
        text={m.shop_progress_value({ balance: formatNumber(balance), price: formatNumber(points) })}
        tone="gold"
      />
      <span>{m.shop_to_go({ points: formatNumber(points - balance) })}</span>
    </div>
  )
}
