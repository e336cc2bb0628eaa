import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ApiProblem } from '../../platform/api-problem.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** The way to a second factor, where one is asked for and there is none. */
export function FactorLink({ error }: { error: unknown }) {
  if (!(error instanceof ApiProblem) || error.code !== 'second_factor_missing') return null
  return (
    <ButtonLink look="soft" size="s" to={paths.profile}>
      {m.redemptions_add_factor()}
    </ButtonLink>
  )
}
