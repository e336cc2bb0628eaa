import { m } from '#messages'
import { ResetSent } from '../features/auth/reset/reset-sent.tsx'
import { Page } from '../ui/page.tsx'

/** `/login/reset-password/sent`: look into your inbox. */
export default function ResetPasswordSentPage() {
  return (
    <Page title={m.pages_reset_password_sent()} narrow>
      <ResetSent />
    </Page>
  )
}
