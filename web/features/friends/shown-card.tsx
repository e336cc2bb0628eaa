import { useMutation } from '@tanstack/react-query'
import { m } from '#messages'
import { updateUser, useUser } from '#web/platform/user-document.ts'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'

/** Whether who opens my invitation link sees my name and picture; saved at the tap. */
export function ShownCard() {
  const { data: user } = useUser()
  const save = useMutation({
    mutationFn: (shownToInvited: boolean) => updateUser(user!.uid, { shownToInvited }),
    scope: { id: 'shown to invited' },
  })
  if (!user) return null
  return (
    <Card>
      <SwitchRow
        label={m.friends_shown()}
        hint={user.displayName ? m.friends_shown_as({ name: user.displayName }) : m.friends_shown_nameless()}
        checked={save.isPending ? save.variables : user.shownToInvited}
        onChange={(isShown) => save.mutate(isShown)}
      />
      {save.isError && <Notice>{problemOf(save.error).detail ?? m.friends_shown_failed()}</Notice>}
    </Card>
  )
}
