import { lazy, Suspense, useRef, useState } from 'react'
import { m } from '#messages'
import type { Destination } from '#contracts/redemptions.schemas.ts'
import { DESTINATION_KINDS, type DestinationKind } from '#rules/payout-destination.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { News } from '#web/ui/celebration.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmailAddress, TextWithAddress } from '#web/ui/common/email-address.tsx'
import { formatSoon } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useDestinations, useRedemptionTerms, useRemoveDestination } from './queries.ts'
import { ReminderSwitch } from './reminder-switch.tsx'
import { destinationText, kindName } from './redemption-text.ts'
import classes from './redemptions.module.css'

const AddDestinationDialog = lazy(async () => ({
  default: (await import('./add-destination-dialog.tsx')).AddDestinationDialog,
}))

/** Where I can be paid to: to choose one, or to look after them; each way of being paid, while there is none. */
export function DestinationList({
  chosen,
  onChoose,
}: {
  /** The one that is chosen; without `onChoose` there is nothing to choose. */
  chosen?: string | null
  onChoose?: (destination: Destination) => void
}) {
  const destinations = useDestinations()
  const waits = (useRedemptionTerms().data?.newDestinationHours ?? 0) > 0
  // Kept once it was open: what is typed stays where it is closed.
  const [adding, setAdding] = useState<{ open: boolean; kind?: DestinationKind } | null>(null)
  const [wish, setWish] = useState(true)
  const [removed, setRemoved] = useState<Destination | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useFocusNext(list, removed)
  return (
    <Loaded
      query={destinations}
      heading={m.redemptions_destinations_failed()}
      waiting={
        <Loading>
          <CardSkeleton lines={4} />
        </Loading>
      }
    >
      {({ items }) => {
        const canBeReminded = items.every(({ frozen }) => frozen) && (waits || items.length > 0)
        return (
          <>
            <Card
              ref={list}
              tabIndex={-1}
              role="group"
              aria-label={m.redemptions_destinations_heading()}
              className={classes.destinations}
            >
              <News>
                {removed && (
                  <p key={removed.id}>{m.redemptions_removed({ destination: destinationText(removed) })}</p>
                )}
              </News>
              {items.length === 0 ? (
                <Kinds onAdd={(kind) => setAdding({ open: true, kind })} />
              ) : (
                <>
                  <ul className={classes.places}>
                    {items.map((destination) => (
                      <Place
                        key={destination.id}
                        destination={destination}
                        isChosen={destination.id === chosen}
                        onChoose={onChoose}
                        onRemoved={() => setRemoved(destination)}
                      />
                    ))}
                  </ul>
                  <Button look="soft" size="s" onClick={() => setAdding({ open: true })}>
                    {m.redemptions_add()}
                  </Button>
                </>
              )}
            </Card>
            {canBeReminded && (
              <Card className={classes.reminder}>
                <ReminderSwitch destinations={items} wish={wish} onWish={setWish} />
              </Card>
            )}
            {adding && (
              <Suspense>
                <AddDestinationDialog
                  open={adding.open}
                  kind={adding.kind}
                  reminder={
                    canBeReminded && (items.length === 0 ? wish : items.some((item) => item.reminder))
                  }
                  onClose={() => setAdding({ ...adding, open: false })}
                  onAdded={() => {
                    setAdding({ ...adding, open: false })
                    setRemoved(null)
                  }}
                />
              </Suspense>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const kindNotes: Record<DestinationKind, () => string> = {
  paypal: m.redemptions_kind_paypal_note,
  bank: m.redemptions_kind_bank_note,
  gift_card: m.redemptions_kind_gift_card_note,
  manual: m.redemptions_kind_manual_note,
}

/** Every way of being paid, each with its button. */
function Kinds({ onAdd }: { onAdd: (kind: DestinationKind) => void }) {
  return (
    <Rows>
      {DESTINATION_KINDS.map((kind) => (
        <Row key={kind}>
          <span className={classes.kind}>
            <span className={classes.kindMark} aria-hidden="true">
              {kindName(kind).slice(0, 1)}
            </span>
            <span className={classes.placeText}>
              <b>{kindName(kind)}</b>
              <span className={classes.note}>{kindNotes[kind]()}</span>
            </span>
          </span>
          <Button
            look="soft"
            size="s"
            aria-label={m.redemptions_add_kind({ kind: kindName(kind) })}
            onClick={() => onAdd(kind)}
          >
            {m.redemptions_add_short()}
          </Button>
        </Row>
      ))}
    </Rows>
  )
}

function Place({
  destination,
  isChosen,
  onChoose,
  onRemoved,
}: {
  destination: Destination
  isChosen: boolean
  onChoose: ((destination: Destination) => void) | undefined
  onRemoved: () => void
}) {
  const now = useNow()
  const isFrozen = destination.frozen
  const label = (
    <span className={classes.placeText}>
      <b>
        <EmailAddress address={destinationText(destination)} />
      </b>
      <span className={classes.note}>{isFrozen ? frozenText(destination, now) : m.redemptions_usable()}</span>
    </span>
  )
  return (
    <li className={classes.place} data-chosen={isChosen || undefined}>
      {onChoose ? (
        <label className={classes.pick} data-frozen={isFrozen || undefined}>
          <input
            type="radio"
            name="destination"
            checked={isChosen}
            disabled={isFrozen}
            onChange={() => onChoose(destination)}
          />
          {label}
        </label>
      ) : (
        label
      )}
      {!onChoose && <Remove destination={destination} onRemoved={onRemoved} />}
    </li>
  )
}

function frozenText({ frozenBy, usableFrom }: Destination, now: Date): string {
  const until = { time: formatSoon(usableFrom, now) }
  if (frozenBy === 'payouts_stopped') return m.redemptions_usable_after_check(until)
  return frozenBy === 'account_change'
    ? m.redemptions_usable_after_change(until)
    : m.redemptions_usable_from(until)
}

function Remove({ destination, onRemoved }: { destination: Destination; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useRemoveDestination(() => {
    setAsking(false)
    onRemoved()
  })
  const name = destinationText(destination)
  return (
    <>
      <Button
        look="plain"
        size="s"
        aria-label={m.redemptions_remove_named({ destination: name })}
        onClick={() => setAsking(true)}
      >
        {m.redemptions_remove()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        heading={
          <TextWithAddress text={m.redemptions_remove_heading({ destination: name })} address={name} />
        }
        confirm={m.redemptions_remove()}
        onConfirm={() => remove.mutate(destination.id)}
        busy={remove.isPending}
        danger
      >
        <p>{m.redemptions_remove_text()}</p>
        {remove.isError && <Notice>{problemOf(remove.error).detail ?? m.redemptions_unanswered()}</Notice>}
      </ConfirmDialog>
    </>
  )
}
