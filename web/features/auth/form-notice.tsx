import { Link } from 'react-router'
import { paths } from '#contracts/paths.ts'
import { Notice } from '../../ui/notice.tsx'
import type { FormFailure } from './form-failure.ts'
import { LinkedSentence } from './linked-sentence.tsx'

/** What went wrong, above the form, announced as it appears; a wait that is over is forgotten. */
export function FormNotice({ failure, waitMs }: { failure: FormFailure | null; waitMs: number }) {
  if (!failure?.notice || (failure.waitMs > 0 && waitMs === 0)) return null
  const { notice } = failure
  return (
    <Notice>
      {notice.kind === 'disabled' ? (
        <LinkedSentence text={notice.text} links={[(words) => <Link to={paths.help}>{words}</Link>]} />
      ) : (
        notice.text
      )}
    </Notice>
  )
}
