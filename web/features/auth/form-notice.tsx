import { Notice } from '#web/ui/notice.tsx'
import { DisabledNotice } from './disabled-notice.tsx'
import type { FormFailure } from './form-failure.ts'

/** What went wrong, above the form, announced as it appears; a wait that is over is forgotten. */
export function FormNotice({ failure, waitMs }: { failure: FormFailure | null; waitMs: number }) {
  if (!failure?.notice || (failure.waitMs > 0 && waitMs === 0)) return null
  const { kind, text } = failure.notice
  return kind === 'disabled' ? <DisabledNotice /> : <Notice>{text}</Notice>
}
