import { useState, type ReactNode } from 'react'
import { Notice } from '#web/ui/common/notice.tsx'
import { DisabledNotice } from './disabled-notice.tsx'
import { formFailure, type FormFailure } from './form-failure.ts'
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

/** Puts the focus on the first field, in the order of `names`, that has an error. */
function focusFirst<Name extends string>(
  form: { getInputNode: (name: Name) => HTMLElement | null },
  names: readonly Name[],
  errors: Partial<Record<string, unknown>>,
): void {
  const first = names.find((name) => errors[name])
  if (first) form.getInputNode(first)?.focus()
}

/** What went wrong, above the form, announced as it appears; a wait that has ended is removed. */
function FormNotice({ failure, waitMs }: { failure: FormFailure | null; waitMs: number }) {
  if (!failure?.notice || (failure.waitMs > 0 && waitMs === 0)) return null
  const { kind, text } = failure.notice
  return kind === 'disabled' ? <DisabledNotice /> : <Notice>{text}</Notice>
}
