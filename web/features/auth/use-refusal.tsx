import { useState, type ReactNode } from 'react'
import { focusFirst } from './focus-first.ts'
import { formFailure, type FormFailure } from './form-failure.ts'
import { FormNotice } from './form-notice.tsx'
import { useCountdown } from './use-countdown.ts'

interface FormLike {
  setErrors: (errors: Record<string, ReactNode>) => void
  getInputNode: (name: string) => HTMLElement | null
}

/** What a form shows of a refused call: a notice, how long to wait, and errors of its fields, the first with the focus. */
export function useRefusal(form: FormLike, names: readonly string[]) {
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [waitMs, wait] = useCountdown()

  function mark(errors: Record<string, ReactNode>): void {
    form.setErrors(errors)
    focusFirst(form, names, errors)
  }

  return {
    /** Milliseconds for which the same call would only be refused again. */
    waitMs,
    notice: <FormNotice failure={failure} waitMs={waitMs} />,
    clear: () => setFailure(null),
    mark,
    refuse(error: unknown): void {
      const next = formFailure(error, names)
      setFailure(next)
      wait(next.waitMs)
      mark(next.fields)
    },
  }
}
