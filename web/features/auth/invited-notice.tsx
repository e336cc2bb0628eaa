import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { getPublicUser } from '#contracts/users.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import classes from './invited-notice.module.css'

/** The member who invited this visitor: name and picture where the member allows it, else that a member did. */
export function InvitedNotice({ shortId }: { shortId: string }) {
  const inviter = useQuery({
    queryKey: ['public-user', shortId],
    queryFn: ({ signal }) => call(getPublicUser, { params: { shortId }, signal }),
    retry: false,
    staleTime: Infinity,
  }).data
  const name = inviter?.displayName
  if (!name) return <Notice tone="green">{m.auth_signup_invited()}</Notice>
  return (
    <Notice tone="green">
      <span className={classes.inviter}>
        <Avatar name={name} url={inviter.photoURL} />
        {m.auth_signup_invited_by({ name })}
      </span>
    </Notice>
  )
}
