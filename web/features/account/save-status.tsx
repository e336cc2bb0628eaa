import { m } from '#messages'
import { useDirtyForm } from '#web/platform/updates.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import type { SaveProfile } from './queries.ts'
import classes from './profile-form.module.css'

/** At the end of a field's label: that it is being saved, and that it was. Announced. */
export function SaveStatus({ save }: { save: Pick<SaveProfile, 'isPending' | 'isSuccess'> }) {
  // Leaving the page waits for the save.
  useDirtyForm(save.isPending)
  return (
    <span className={classes.status} role="status">
      {save.isPending && m.profile_saving()}
      {save.isSuccess && (
        <>
          <CheckIcon size={16} /> {m.profile_saved()}
        </>
      )}
    </span>
  )
}
