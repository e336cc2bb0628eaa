import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#messages'
import { celebrateMoment, listMoments } from '#contracts/gamification.endpoints.ts'
import type { Moment } from '#contracts/gamification.schemas.ts'
import { call, newIdempotencyKey } from '#web/platform/api.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { Confetti } from '#web/ui/confetti.tsx'
import { CrossIcon } from '#web/ui/icons.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { momentText } from './moment-text.ts'
import classes from './moments.module.css'

/** How long one is shown: what it says stays where it leads to. */
const shownMs = 9_000

/**
 * What a member has reached for the first time, over whatever page they are on, one after the other. The server says for
 * each to one device alone that it is the first. The live region is there before anything is said in it.
 */
export function Moments() {
  const { moment, close } = useMoment()
  const now = useNow()
  const text = moment && momentText(moment, now)
  return (
    <div className={classes.place} aria-live="polite">
      {text && (
        <div className={classes.moment} data-kind={moment.kind}>
          {moment.kind !== 'first_click' && <Confetti />}
          <span className={classes.dot} aria-hidden="true" />
          <p className={classes.text}>
            <b>{text.heading}</b>
            <Link to={text.to} onClick={close}>
              {text.hint}
            </Link>
          </p>
          <button type="button" className={classes.close} onClick={close} aria-label={m.common_close()}>
            <CrossIcon size={18} />
          </button>
        </div>
      )}
    </div>
  )
}

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
  const [moment, setMoment] = useState<Moment>()
  const asked = useRef(new Set<string>())
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const items = data?.items

  useEffect(() => {
    // A page that is not looked at leaves it to another.
    if (moment || !isVisible) return
    const next = items?.find((one) => !asked.current.has(one.moment))
    if (!next) return
    asked.current.add(next.moment)
    const take = async () => {
      const idempotencyKey = newIdempotencyKey()
      const { isFirst } = await celebrate({ moment: next.moment, idempotencyKey })
      if (isFirst) setMoment(next)
    }
    take().catch(() => {})
  }, [asked, moment, items, isVisible, celebrate])
  useEffect(() => {
    if (!moment) return
    const timer = setTimeout(() => setMoment(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [moment])
  return { moment, close: () => setMoment(undefined) }
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
