import { useRef, useState } from 'react'
import { m } from '#messages'
import { industries, type Industry } from '#contracts/taxonomies.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { industryOptions } from './profile-text.ts'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './profile-form.module.css'

/** What a creator's work is about: any number of them, each saved at the tap. */
export function IndustriesItem({ uid, value }: { uid: string; value: readonly string[] }) {
  const save = useSaveProfile(uid)
  const [chosen, setChosen] = useState(() => industries.filter((industry) => value.includes(industry)))

  const saved = useRef(chosen)
  const last = useRef(chosen)

  async function toggle(industry: Industry, isChosen: boolean): Promise<void> {
    const next = industries.filter((one) => (one === industry ? isChosen : chosen.includes(one)))
    last.current = next
    setChosen(next)
    try {
      await save.mutateAsync({ industries: next })
      saved.current = next
    } catch {
      // Said below. A later tap holds this one too, and may yet be saved.
      if (last.current === next) setChosen(saved.current)
    }
  }

  return (
    <fieldset className={classes.group} id="industries" tabIndex={-1}>
      <legend>{m.profile_industries()}</legend>
      <p className={classes.hint}>{m.profile_industries_hint()}</p>
      <div className={classes.choices}>
        {industryOptions.map(({ value: industry, label }) => (
          <label key={industry} className={classes.choice}>
            <input
              className="visually-hidden"
              type="checkbox"
              name="industries"
              value={industry}
              checked={chosen.includes(industry)}
              onChange={(event) => void toggle(industry, event.currentTarget.checked)}
            />
            {label()}
          </label>
        ))}
      </div>
      {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      <SaveStatus save={save} />
    </fieldset>
  )
}
