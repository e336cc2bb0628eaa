import { Alert } from '@mantine/core'
import { sentenceOf } from './failure.ts'

/** Says in its place, and to screen readers at once, why what was asked for did not happen. */
export function FailureAlert({ error }: { error: unknown }) {
  return (
    <Alert color="red" role="alert">
      {sentenceOf(error).sentence}
    </Alert>
  )
}
