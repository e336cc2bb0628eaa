import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { NewOrder, OrderTerms, PlacedOrder } from '#contracts/orders.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { Points } from '#contracts/points.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { newIdempotencyKey } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Row, Rows } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formatDateTime, formatNumber } from '#web/ui/common/format.ts'
import { countryName } from '#web/ui/country-name.ts'
import { useNow } from '#web/ui/use-now.ts'
import { addressLines, type TypedAddress } from './typed-address.ts'
import { crelsText, pointsText } from './price-text.ts'
import { isEarlierOrder, refusedParts, refusedPrice, refusalText } from './order-failure.ts'
import { packAheadText } from './pack-text.ts'
import { endIntent, intentFor, type IntentStorage } from './purchase-intent.ts'
import { usePlaceOrder } from './queries.ts'
import { soonestSpent } from './shop-view.ts'
import classes from './shop.module.css'

/** Everything once more, then the one button that pays. */
export function ConfirmOrder({
  item,
  quantity,
  address,
  uid,
  terms,
  lots,
  onPlaced,
  onAddress,
  onBack,
}: {
  item: ShopItem
  quantity: number
  /** Of what is sent by post. */
  address: TypedAddress | undefined
  uid: string
  terms: OrderTerms
  lots: Points['lots'] | undefined
  onPlaced: (order: PlacedOrder) => void
  /** Back to the address, with the parts that were not taken. */
  onAddress: (refused: readonly string[]) => void
  onBack: () => void
}) {
  const now = useNow()
  // One intent for as long as this is on screen, the same as in another tab that asks for the item.
  const begin = () => intentFor(storage(), { uid, itemId: item.id }, newIdempotencyKey)
  const [intent, setIntent] = useState(begin)
  const end = () => endIntent(storage(), { uid, itemId: item.id, name: intent })
  // The price that the member looks at. Another one is shown and confirmed first, also where the list already has it.
  const [seen, setSeen] = useState(item.points)
  // A request without an answer is repeated as it was: it may have been an order.
  const [unanswered, setUnanswered] = useState<NewOrder | null>(null)
  const place = usePlaceOrder((order) => {
    end()
    onPlaced(order)
  })
  const price = seen * quantity
  const after = terms.balance - price
  const packCrels = (item.crels ?? 0) * quantity
  const owed = packAheadText(packCrels, terms.packs.debtCrels)
  const soonest = lots && soonestSpent(lots, price)
  const failure = place.error && refusalText(place.error, { item, seen, terms, now })

  function pay(): void {
    const order: NewOrder = unanswered ?? { itemId: item.id, quantity, points: seen, address }
    place.mutate(
      { order, idempotencyKey: `order-${intent}` },
      {
        onError: (error) => {
          const isAnswered = error instanceof ApiProblem && error.status < 500
          setUnanswered(isAnswered ? null : order)
          if (isEarlierOrder(error)) {
            end()
            setIntent(begin())
          }
          const changed = refusedPrice(error)
          if (changed !== null) setSeen(changed)
          const parts = refusedParts(error)
          if (parts.length > 0) onAddress(parts)
        },
      },
    )
  }

  return (
    <>
      <Rows>
        <Row>
          <span>{m.shop_confirm_item()}</span>
          <b className={classes.value}>
            {quantity > 1 ? m.shop_confirm_pieces({ count: quantity, title: item.title }) : item.title}
            {item.crels !== null && `, ${crelsText(packCrels)}`}
          </b>
        </Row>
        <Row>
          <span>{m.shop_confirm_price()}</span>
          <b className={classes.value}>{pointsText(price)}</b>
        </Row>
        <Row>
          <span>{m.shop_confirm_before()}</span>
          <b className={classes.value}>{formatNumber(terms.balance)}</b>
        </Row>
        <Row>
          <span>{m.shop_confirm_after()}</span>
          <b className={classes.value}>{after >= 0 ? formatNumber(after) : '–'}</b>
        </Row>
        {address && (
          <Row>
            <span>
              {m.shop_confirm_to()}
              <br />
              <button type="button" className={classes.textButton} onClick={() => onAddress([])}>
                {m.shop_change_address()}
              </button>
            </span>
            <b className={classes.value}>
              {addressLines(address, countryName).map((line) => (
                <span key={line} className={classes.line}>
                  {line}
                </span>
              ))}
            </b>
          </Row>
        )}
      </Rows>
      {owed && <Notice tone="gold">{owed}</Notice>}
      <p className={classes.hint}>
        {soonest
          ? m.shop_confirm_lots_soon({
              points: formatNumber(soonest.points),
              date: formatDateTime(soonest.expiresAt, now),
            })
          : m.shop_confirm_lots()}{' '}
        {address ? m.shop_confirm_cancellable() : m.shop_confirm_final()}
      </p>
      {failure && (
        <Notice>
          {failure.text} {failure.fix && <Link to={failure.fix.to}>{failure.fix.label}</Link>}
        </Notice>
      )}
      {after < 0 && !failure && (
        <Notice tone="gold">
          {m.shop_short({ points: pointsText(-after) })} <Link to={paths.points}>{m.shop_earn()}</Link>
        </Notice>
      )}
      <Button look="gold" full loading={place.isPending} disabled={after < 0} onClick={pay}>
        {m.shop_pay({ price: pointsText(price) })}
      </Button>
      <Button look="plain" full disabled={place.isPending} onClick={onBack}>
        {m.shop_back()}
      </Button>
    </>
  )
}

/** Where a browser refuses its storage, for as long as the page is open. */
const memory = new Map<string, string>()
const ofThisTab: IntentStorage = {
  getItem: (name) => memory.get(name) ?? null,
  setItem: (name, value) => void memory.set(name, value),
  removeItem: (name) => void memory.delete(name),
}

/** What all tabs share. */
function storage(): IntentStorage {
  try {
    return localStorage
  } catch {
    return ofThisTab
  }
}
