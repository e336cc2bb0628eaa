import { useMutation } from '@tanstack/react-query'
import { m } from '#messages'
import { identityActions } from '#web/platform/identity-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from './form-failure.ts'

/** Signs in with another provider in a window of theirs, where the identity provider has it so; this page stays. */
export function SocialWindow({
  id,
  name,
  look = 'soft',
}: {
  id: string
  name: string
  look?: 'soft' | 'primary'
}) {
  const enter = useMutation({ mutationFn: identityActions.socialSignIn })
  return (
    <>
      {enter.isError && (
        <Notice>{formFailure(enter.error, []).notice?.text ?? m.auth_social_failed()}</Notice>
      )}
      <Button look={look} full loading={enter.isPending} onClick={() => enter.mutate(id)}>
        {m.auth_social_continue({ provider: name })}
      </Button>
    </>
  )
}
