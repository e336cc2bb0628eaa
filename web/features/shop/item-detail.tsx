import { Link, useLocation } from 'react-router'
import { m } from '#messages'
import { loginPath, paths, withQuery } from '#contracts/paths.ts'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Markdown } from '#web/ui/rare/markdown.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { AskForItem } from './ask-for-item.tsx'
import { ItemArt } from './item-art.tsx'
import { ToGo } from './item-card.tsx'
import { hindranceOf, itemFacts, kindText } from './item-text.ts'
import { pointsText } from './price-text.ts'
import type { Looking } from './item-sheet.tsx'
import { quantitiesFor, refusalFor } from './shop-view.ts'
import classes from './shop.module.css'

/** What an item is, and the one thing to do with it now. */
export function ItemDetail({
  item,
  looking,
  quantity,
  onQuantity,
  onBuy,
}: {
  item: ShopItem
  looking: Looking
  quantity: number
  onQuantity: (quantity: number) => void
  /** With as many as can be had now: stock or limit may have become less than what was chosen. */
  onBuy: (quantity: number) => void
}) {
  const { kind, summary, description, points } = item
  const facts = itemFacts(item, looking.terms, useNow())
  return (
    <>
      <ItemArt item={item} size="hero" dim={item.state === 'sold_out' || item.state === 'ended'} />
      <p className={classes.price}>
        <b>{pointsText(points)}</b>
        <span className={classes.hint}>{kindText(kind)}</span>
      </p>
      <p>{summary}</p>
      {description && <Markdown text={description} />}
      {facts.length > 0 && (
        <Rows>
          {facts.map(({ name, value }) => (
            <Row key={name}>
              <span>{name}</span>
              <b className={classes.value}>{value}</b>
            </Row>
          ))}
        </Rows>
      )}
      <Action item={item} looking={looking} quantity={quantity} onQuantity={onQuantity} onBuy={onBuy} />
    </>
  )
}

function Action({
  item,
  looking: { who, terms, retry },
  quantity,
  onQuantity,
  onBuy,
}: Pick<Parameters<typeof ItemDetail>[0], 'item' | 'looking' | 'quantity' | 'onQuantity' | 'onBuy'>) {
  const { pathname, search } = useLocation()
  const now = useNow()
  if (who === 'visitor') return <SignIn here={pathname + search} />
  if (!terms && retry) return <ErrorState onRetry={retry} />
  if (!terms) return <Skeleton height={48} radius={24} />
  if (item.state === 'sold_out') return <AskForItem itemId={item.id} isAskedFor={isAskedFor(item, terms)} />
  if (item.state === 'soon') return null
  const refusal = refusalFor(item, terms)
  if (refusal?.code === 'insufficient_funds')
    return (
      <>
        <ToGo item={item} balance={terms.balance} />
        <ButtonLink look="soft" full to={paths.points}>
          {m.shop_earn()}
        </ButtonLink>
      </>
    )
  if (refusal) {
    const { text, fix } = hindranceOf(refusal, terms, now)
    return (
      <Notice tone="gold">
        {fix ? (
          <>
            {text} <Link to={fix.to}>{fix.label}</Link>
          </>
        ) : (
          text
        )}
      </Notice>
    )
  }
  const most = quantitiesFor(item, terms)
  const count = Math.min(quantity, most)
  return (
    <>
      {most > 1 && <Quantity value={count} most={most} onChange={onQuantity} />}
      <Button look="gold" full onClick={() => onBuy(count)}>
        {m.shop_buy({ price: pointsText(item.points * count) })}
      </Button>
    </>
  )
}

function isAskedFor({ id }: ShopItem, { items }: OrderTerms): boolean {
  return items.some(({ itemId, isAskedFor: isAsked }) => itemId === id && isAsked)
}

/** How many pieces, by two buttons; the number is said as it changes. */
function Quantity({
  value,
  most,
  onChange,
}: {
  value: number
  most: number
  onChange: (value: number) => void
}) {
  return (
    <div className={classes.quantity} role="group" aria-label={m.shop_quantity()}>
      <span>{m.shop_quantity()}</span>
      <Button
        look="soft"
        size="s"
        aria-label={m.shop_quantity_less()}
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        −
      </Button>
      <output aria-live="polite">{value}</output>
      <Button
        look="soft"
        size="s"
        aria-label={m.shop_quantity_more()}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      >
        +
      </Button>
    </div>
  )
}

/** For visitors, where a member would buy. */
function SignIn({ here }: { here: string }) {
  return (
    <Card tone="gold" className={classes.stack}>
      <h3>{m.shop_sign_in_heading()}</h3>
      <p>{m.shop_sign_in_hint()}</p>
      <ButtonLink full to={loginPath(here)}>
        {m.layout_sign_in()}
      </ButtonLink>
      <ButtonLink look="soft" full to={withQuery(paths.signup, { redirect: here })}>
        {m.layout_sign_up()}
      </ButtonLink>
    </Card>
  )
}
