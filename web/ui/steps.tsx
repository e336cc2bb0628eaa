import classes from './steps.module.css'

/** What happens one after the other, numbered. */
export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step} className={classes.step}>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}
