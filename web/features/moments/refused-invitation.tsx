import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#messages'
import { refusedInvitationKey } from '#web/platform/invitation/refused-invitation.ts'
import { CrossIcon } from '#web/ui/icons.tsx'
import classes from './moments.module.css'

/** Why the invitation that this member came by was refused, in the server's words; it stays until they close it. */
export function RefusedInvitation() {
  const client = useQueryClient()
  const refusal = useQuery<string>({ queryKey: refusedInvitationKey, queryFn: skipToken }).data
  if (!refusal) return null
  return (
    <div className={classes.moment} data-kind="refusal">
      <span className={classes.dot} aria-hidden="true" />
      <p className={classes.text}>
        <b>{m.moments_invitation_refused()}</b>
        <span className={classes.why}>{refusal}</span>
      </p>
      <button
        type="button"
        className={classes.close}
        onClick={() => client.setQueryData(refusedInvitationKey, '')}
        aria-label={m.common_close()}
      >
        <CrossIcon size={18} />
      </button>
    </div>
  )
}
