import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { celebrateMoment, listMoments } from '#contracts/gamification.endpoints.ts'
import type { Moment } from '#contracts/gamification.schemas.ts'
import { call, newIdempotencyKey } from '#web/platform/api.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import type { MomentCard } from './moment-card.tsx'
import { RefusedInvitation } from './refused-invitation.tsx'
import classes from './moments.module.css'

/** How long one is shown: what it says stays where it leads to. */
const shownMs = 7_000

/**
 * What a member has reached for the first time, over whatever page they are on, one after the other. The server says for
 * each to one device alone that it is the first. Beside them, that the invitation they came by was refused. The live
 * region is there before anything is said in it.
 */
export function Moments() {
  const { shown, close } = useMoment()
  return (
    <div className={classes.place} aria-live="polite">
      <RefusedInvitation />
      {shown && <shown.Card moment={shown.moment} close={close} />}
    </div>
  )
}

type Card = typeof MomentCard

/** The moment that is celebrated now. */
function useMoment() {
  const { data } = useQuery({
    queryKey: ['moments'],
    queryFn: ({ signal }) => call(listMoments, { signal }),
    meta: { live: ['moments', 'balances'] },
  })
  const { mutateAsync: celebrate } = useMutation({
    mutationFn: ({ moment, idempotencyKey }: { moment: string; idempotencyKey: string }) =>
      call(celebrateMoment, { body: { moment }, idempotencyKey }),
    // With its key a repetition gets the answer of the first: it is never the second by its own doing.
    retry: (failures, error) => !(error instanceof ApiProblem) && failures < 3,
    meta: { changes: ['moments'] },
  })
  const [shown, setShown] = useState<{ moment: Moment; Card: Card }>()
  const asked = useRef(new Set<string>())
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const items = data?.items

  useEffect(() => {
    // A page that is not looked at leaves it to another.
    if (shown || !isVisible) return
    const next = items?.find((one) => !asked.current.has(one.moment))
    if (!next) return
    asked.current.add(next.moment)
    const take = async () => {
      // What draws it comes first: a moment that is taken is shown.
      const { MomentCard: Card } = await import('./moment-card.tsx')
      const idempotencyKey = newIdempotencyKey()
      const { isFirst } = await celebrate({ moment: next.moment, idempotencyKey })
      if (isFirst) setShown({ moment: next, Card })
    }
    take().catch(() => {})
  }, [asked, shown, items, isVisible, celebrate])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown])
  return { shown, close: () => setShown(undefined) }
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
