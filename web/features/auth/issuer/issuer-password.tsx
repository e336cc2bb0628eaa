import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { LockDrawing } from '#web/ui/drawings.tsx'
import { redirectOf } from '../auth-paths.ts'
import { IssuerButton } from './issuer-button.tsx'
import classes from '../verify.module.css'

/** In place of asking for a new password: there is none here. */
export function IssuerPassword({ issuer }: { issuer: string }) {
  const [search] = useSearchParams()
  return (
    <Card className={classes.card}>
      <div className={classes.letter}>
        <LockDrawing />
      </div>
      <h2>{m.auth_issuer_password_heading({ issuer })}</h2>
      <p>{m.auth_issuer_password_hint({ issuer })}</p>
      <IssuerButton issuer={issuer} redirect={redirectOf(search) ?? undefined} />
    </Card>
  )
}
