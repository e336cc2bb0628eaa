import { lazy, Suspense, useState } from 'react'
import { m } from '#messages'
import type { Destination } from '#contracts/redemptions.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmailAddress, TextWithAddress } from '#web/ui/common/email-address.tsx'
import { formatDateTime } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useDestinations, useRedemptionTerms, useRemoveDestination } from './queries.ts'
import { destinationText, hoursText } from './redemption-text.ts'
import classes from './redemptions.module.css'

const AddDestinationDialog = lazy(async () => ({
  default: (await import('./add-destination-dialog.tsx')).AddDestinationDialog,
}))

/** Where I can be paid to: to choose one, or to look after them. */
export function DestinationList({
  chosen,
  onChoose,
}: {
  /** The one that is chosen; without `onChoose` there is nothing to choose. */
  chosen?: string | null
  onChoose?: (destination: Destination) => void
}) {
  const destinations = useDestinations()
  const wait = useRedemptionTerms().data?.newDestinationHours
  const [adding, setAdding] = useState<'no' | 'yes' | 'was'>('no')
  return (
    <Loaded
      query={destinations}
      heading={m.redemptions_destinations_failed()}
      waiting={
        <Loading>
          <CardSkeleton lines={2} />
        </Loading>
      }
    >
      {(data) => {
        const { items } = data
        return (
          <Card className={classes.destinations}>
            {items.length === 0 && <p className={classes.none}>{noneText(wait)}</p>}
            {items.length > 0 && (
              <ul className={classes.places}>
                {items.map((destination) => (
                  <Place
                    key={destination.id}
                    destination={destination}
                    isChosen={destination.id === chosen}
                    onChoose={onChoose}
                  />
                ))}
              </ul>
            )}
            <Button look="soft" size="s" onClick={() => setAdding('yes')}>
              {m.redemptions_add()}
            </Button>
            {adding !== 'no' && (
              <Suspense>
                <AddDestinationDialog
                  open={adding === 'yes'}
                  onClose={() => setAdding('was')}
                  onAdded={() => setAdding('was')}
                />
              </Suspense>
            )}
          </Card>
        )
      }}
    </Loaded>
  )
}

/** How long a new place has to wait, where that is known. */
function noneText(waitHours: number | undefined): string {
  if (waitHours === undefined) return m.redemptions_destinations_none()
  return waitHours === 0
    ? m.redemptions_destinations_none_at_once()
    : m.redemptions_destinations_none_wait({ wait: hoursText(waitHours) })
}

function Place({
  destination,
  isChosen,
  onChoose,
}: {
  destination: Destination
  isChosen: boolean
  onChoose: ((destination: Destination) => void) | undefined
}) {
  const isFrozen = destination.frozen
  const label = (
    <span className={classes.placeText}>
      <b>
        <EmailAddress address={destinationText(destination)} />
      </b>
      <span className={classes.note}>{isFrozen ? frozenText(destination) : m.redemptions_usable()}</span>
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
      {!onChoose && <Remove destination={destination} />}
    </li>
  )
}

function frozenText({ frozenBy, usableFrom }: Destination): string {
  const until = { time: formatDateTime(usableFrom) }
  return frozenBy === 'account_change'
    ? m.redemptions_usable_after_change(until)
    : m.redemptions_usable_from(until)
}

function Remove({ destination }: { destination: Destination }) {
  const [asking, setAsking] = useState(false)
  const remove = useRemoveDestination()
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
