import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { redirectOf } from '../auth-paths.ts'
import { LetterDrawing } from '../letter-drawing.tsx'
import { VerifyWayOut } from '../verify-way-out.tsx'
import { IssuerButton } from './issuer-button.tsx'
import classes from '../verify.module.css'

/** For a member whose address the issuer has not verified: the issuer verifies it, and the next sign-in reports it. */
export function IssuerVerification({ issuer, email }: { issuer: string; email: string }) {
  const [search] = useSearchParams()
  return (
    <Card className={classes.card}>
      <LetterDrawing />
      <p>
        {m.auth_issuer_verify({ issuer })}{' '}
        <b className={classes.address}>
          <EmailAddress address={email} />
        </b>
      </p>
      <p className={classes.small}>{m.auth_issuer_verify_hint({ issuer })}</p>
      <IssuerButton issuer={issuer} redirect={redirectOf(search) ?? undefined} />
      <VerifyWayOut />
    </Card>
  )
}
