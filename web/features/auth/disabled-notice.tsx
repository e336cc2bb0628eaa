import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'

/** An operator has disabled the account: whom to write to. */
export function DisabledNotice() {
  return (
    <Notice>
      <LinkedSentence
        text={m.auth_disabled()}
        links={[(linkText) => <Link to={helpPath('account')}>{linkText}</Link>]}
      />
    </Notice>
  )
}
