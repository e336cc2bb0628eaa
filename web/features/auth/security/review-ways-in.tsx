import { useNavigate } from 'react-router'
import { m } from '#messages'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SecuritySection } from './security-section.tsx'

/** After a reset: what gets into the account, each with a way to remove it, before one goes on. */
export function ReviewWaysIn({ goOn }: { goOn: string }) {
  const navigate = useNavigate()
  return (
    <>
      <Notice
        tone="gold"
        action={
          <Button size="s" look="soft" onClick={() => void navigate(safeRedirect(goOn), { replace: true })}>
            {m.security_review_done()}
          </Button>
        }
      >
        {m.security_review()}
      </Notice>
      <SecuritySection />
    </>
  )
}
