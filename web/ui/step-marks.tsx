import { CheckIcon } from './icons.tsx'
import classes from './step-marks.module.css'

/** Where one is in a few steps: those behind are filled, the present one is named to screen readers. */
export function StepMarks({
  label,
  steps,
  current,
}: {
  label: string
  steps: readonly string[]
  /** The place of the present step. */
  current: number
}) {
  return (
    <ol className={classes.marks} aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step}
          className={classes.mark}
          data-done={at < current || undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          {step}
          {at < current && <CheckIcon size={16} />}
        </li>
      ))}
    </ol>
  )
}
