import { useMutation } from '@tanstack/react-query'
import { m } from '#messages'
import { identity, useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { formFailure } from '../form-failure.ts'
import classes from '../security/security.module.css'

/** On the profile, where the issuer keeps address and password: whose account it is, and signing out of every device. */
export function IssuerSection({ issuer }: { issuer: string }) {
  const { user } = useSession()
  const leave = useMutation({ mutationFn: () => identity.signOut({ everywhere: true }) })
  if (!user) return null
  return (
    <Section heading={m.security_heading()}>
      {leave.isError && <Notice>{formFailure(leave.error, []).notice?.text}</Notice>}
      <Card className={classes.card}>
        <div className={classes.line}>
          <div className={classes.text}>
            <h3>{m.security_email()}</h3>
            <p className={classes.address}>
              <EmailAddress address={user.email} />
            </p>
            <p className={classes.small}>{m.security_issuer_hint({ issuer })}</p>
          </div>
        </div>
        <div className={classes.line}>
          <div className={classes.text}>
            <h3>{m.security_issuer_devices()}</h3>
            <p>{m.security_issuer_devices_hint()}</p>
          </div>
          <Button look="soft" size="s" loading={leave.isPending} onClick={() => leave.mutate()}>
            {m.security_issuer_sign_out()}
          </Button>
        </div>
      </Card>
    </Section>
  )
}
