import { lazy, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { m } from '#messages'
import type { OrderTerms, PlacedOrder } from '#contracts/orders.schemas.ts'
import type { Points } from '#contracts/points.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Part } from '#web/ui/part.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { ConfirmOrder } from './confirm-order.tsx'
import { ItemDetail } from './item-detail.tsx'
import { OrderDone } from './order-done.tsx'
import { useShopItem } from './queries.ts'
import { blankAddress } from './typed-address.ts'
import classes from './shop.module.css'

// With its list of countries only for what is sent by post.
const AddressForm = lazy(async () => await import('./address-form.tsx'))

/** Who looks at an item. */
export interface Looking {
  /** `unknown` while the session starts. */
  who: 'member' | 'visitor' | 'unknown'
  /** Of a member; empty for others. */
  uid: string
  terms: OrderTerms | undefined
  /** The member's points, soonest to expire first. */
  lots: Points['lots'] | undefined
  /** Where what the member may buy did not load: asks again. */
  retry: (() => void) | undefined
}

/** Where a purchase is on its way through the sheet. */
type Step =
  | { at: 'item' | 'confirm' }
  | { at: 'address'; refused: readonly string[] }
  | { at: 'done'; order: PlacedOrder }

/** One item, over the shop: what it is, and the way to it in one sheet. */
export default function ItemSheet({
  id,
  known,
  looking,
  onClose,
}: {
  id: string
  /** What the list already has of it. */
  known: ShopItem | undefined
  looking: Looking
  onClose: () => void
}) {
  const query = useShopItem(id, known)
  const item = query.data ?? known
  if (isAbsent(query.error) && !query.data)
    return (
      <Dialog open onClose={onClose} heading={m.shop_gone()}>
        <EmptyState
          of="points"
          heading={m.shop_gone()}
          hint={m.shop_gone_hint()}
          action={<Button onClick={onClose}>{m.shop_gone_action()}</Button>}
        />
      </Dialog>
    )
  if (item) return <Purchase key={id} item={item} looking={looking} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} heading={m.pages_points_shop()}>
      {query.isError ? (
        <ErrorState
          {...problemOf(query.error)}
          heading={m.shop_load_failed()}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loading>
          <CardSkeleton art lines={3} />
        </Loading>
      )}
    </Dialog>
  )
}

/** The steps of buying one item. */
function Purchase({ item, looking, onClose }: { item: ShopItem; looking: Looking; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'item' })
  const [quantity, setQuantity] = useState(1)
  const [address, keepAddress] = useDraft('shop-address', () => blankAddress)
  const heading = {
    item: item.title,
    address: m.shop_address(),
    confirm: m.shop_confirm(),
    done: m.shop_done_heading(),
  }[step.at]
  return (
    <Dialog open onClose={onClose} heading={heading}>
      <StepFocus key={step.at} label={heading} isFirst={step.at === 'item'}>
        {step.at === 'item' && (
          <ItemDetail
            item={item}
            looking={looking}
            quantity={quantity}
            onQuantity={setQuantity}
            onBuy={(count) => {
              setQuantity(count)
              setStep(item.needsAddress ? { at: 'address', refused: [] } : { at: 'confirm' })
            }}
          />
        )}
        {step.at === 'address' && (
          <Part
            fallback={
              <Loading>
                <CardSkeleton lines={6} />
              </Loading>
            }
          >
            <AddressForm
              typed={address}
              allowed={item.countries}
              refused={step.refused}
              onTyped={keepAddress}
              onDone={() => setStep({ at: 'confirm' })}
            />
          </Part>
        )}
        {step.at === 'confirm' && looking.terms && (
          <ConfirmOrder
            item={item}
            quantity={quantity}
            address={item.needsAddress ? address : undefined}
            uid={looking.uid}
            terms={looking.terms}
            lots={looking.lots}
            onPlaced={(order) => setStep({ at: 'done', order })}
            onAddress={(refused) => setStep({ at: 'address', refused })}
            onBack={() => setStep({ at: 'item' })}
          />
        )}
        {step.at === 'done' && <OrderDone order={step.order} terms={looking.terms} onClose={onClose} />}
      </StepFocus>
    </Dialog>
  )
}

/** One step. After the first it takes the focus, since the button that led here is gone. */
function StepFocus({ label, isFirst, children }: { label: string; isFirst: boolean; children: ReactNode }) {
  const group = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isFirst) group.current?.focus()
  }, [isFirst])
  return (
    <div ref={group} role="group" aria-label={label} tabIndex={-1} className={classes.stack}>
      {children}
    </div>
  )
}

/** No such item, or an address that could not be one's. */
function isAbsent(error: Error | null): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return status === 404 || status === 422
}
