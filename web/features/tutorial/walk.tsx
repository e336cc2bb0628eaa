import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type ReactNode } from 'react'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { EarnDrawing, JoinDrawing, ShareDrawing, WorthDrawing } from './tutorial-drawings.tsx'
import classes from './walk.module.css'

/** One step of the walk. */
interface TutorialStep {
  id: string
  heading: () => string
  text: () => string
  Drawing: ComponentType
}

/** What a creator does here, in the order they do it. */
const tutorialSteps: readonly TutorialStep[] = [
  { id: 'join', heading: m.tutorial_join_heading, text: m.tutorial_join_text, Drawing: JoinDrawing },
  { id: 'share', heading: m.tutorial_share_heading, text: m.tutorial_share_text, Drawing: ShareDrawing },
  { id: 'earn', heading: m.tutorial_earn_heading, text: m.tutorial_earn_text, Drawing: EarnDrawing },
  { id: 'worth', heading: m.tutorial_worth_heading, text: m.tutorial_worth_text, Drawing: WorthDrawing },
]

const count = tutorialSteps.length

/**
 * The walk, a step at a time: by buttons, by the arrow keys, by the dots, or by swiping, which is the browser's own
 * scrolling. What is out of sight is out of reach. `finish` replaces Next at the last step.
 */
export function Walk({ finish }: { finish: ReactNode }) {
  const [step, setStep] = useState(0)
  const track = useRef<HTMLOListElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const wasPressed = useRef(false)
  useSwiped(track, setStep)
  // The button that was pressed has given way to the last one.
  useEffect(() => {
    if (step === count - 1 && wasPressed.current) end.current?.querySelector('a')?.focus()
    wasPressed.current = false
  }, [step])

  function goTo(next: number): void {
    const to = Math.min(count - 1, Math.max(0, next))
    if (to === step) return
    setStep(to)
    const list = track.current!
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    list.scrollTo({
      left: (isRightToLeft() ? -to : to) * list.clientWidth,
      behavior: isStill ? 'instant' : 'smooth',
    })
  }

  function onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    goTo((event.key === 'ArrowRight') === isRightToLeft() ? step - 1 : step + 1)
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys work from every control in it
    <div className={classes.walk} onKeyDown={onKey}>
      <ol
        ref={track}
        className={classes.track}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
        tabIndex={0}
        aria-label={m.tutorial_steps()}
      >
        {tutorialSteps.map(({ id, heading, text, Drawing }, index) => (
          <li key={id} className={classes.step} inert={index !== step} aria-hidden={index !== step}>
            <div className={classes.drawing}>
              <Drawing />
            </div>
            <p className={classes.kicker}>{m.tutorial_step_of({ step: index + 1, count })}</p>
            <h2>{heading()}</h2>
            <p className={classes.text}>{text()}</p>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {m.tutorial_said({ step: step + 1, count, heading: tutorialSteps[step]!.heading() })}
      </p>
      <ol className={classes.dots}>
        {tutorialSteps.map(({ id, heading }, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes.dot}
              aria-label={m.tutorial_to_step({ step: index + 1, heading: heading() })}
              aria-current={index === step ? 'step' : undefined}
              onClick={() => goTo(index)}
            />
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button look="soft" disabled={step === 0} onClick={() => goTo(step - 1)}>
          {m.tutorial_back()}
        </Button>
        {step < count - 1 ? (
          <Button
            onClick={() => {
              wasPressed.current = true
              goTo(step + 1)
            }}
          >
            {m.tutorial_next()}
          </Button>
        ) : (
          <span ref={end} className={classes.end}>
            {finish}
          </span>
        )}
      </div>
    </div>
  )
}

/** Whether what comes next is on the left. */
function isRightToLeft(): boolean {
  return document.dir === 'rtl'
}

/** Follows a finger: the step whose place in the row the scrolling has come to rest at. */
function useSwiped(track: React.RefObject<HTMLOListElement | null>, onStep: (step: number) => void): void {
  useEffect(() => {
    const list = track.current
    if (!list) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => onStep(Math.round(Math.abs(list.scrollLeft) / Math.max(1, list.clientWidth)))
    // Not `scrollend`, which not every phone has yet.
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(rest, 120)
    }
    list.addEventListener('scroll', moved, { passive: true })
    return () => {
      clearTimeout(timer)
      list.removeEventListener('scroll', moved)
    }
  }, [track, onStep])
}
