import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { User } from '#contracts/users.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { updateUser } from '#web/platform/user-document.ts'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './profile-form.module.css'

/** Whether others see a member's name and photo on the leaderboard; saved at the tap. */
export function LeaderboardCard({ user }: { user: User }) {
  const save = useMutation({
    mutationFn: (hiddenOnLeaderboard: boolean) => updateUser(user.uid, { hiddenOnLeaderboard }),
    // One after the other, so that the last tap stays.
    scope: { id: 'hidden on leaderboard' },
    meta: { changes: ['leaderboard'] },
  })
  return (
    <Card className={classes.card} id="hiddenOnLeaderboard" tabIndex={-1}>
      <div className={classes.item}>
        <h2>
          <Link to={paths.leaderboard}>{m.pages_leaderboard()}</Link>
        </h2>
        <SaveStatus save={save} />
      </div>
      <div className={classes.group}>
        <SwitchRow
          label={m.profile_hidden_on_leaderboard()}
          hint={m.profile_hidden_on_leaderboard_hint()}
          checked={save.isPending ? save.variables : user.hiddenOnLeaderboard}
          onChange={(isHidden) => save.mutate(isHidden)}
        />
        {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      </div>
    </Card>
  )
}
