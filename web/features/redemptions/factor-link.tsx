import { useLocation } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The way to a second factor, where one is asked for and there is none; the profile then leads back here. */
export function FactorLink({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  if (!(error instanceof ApiProblem) || error.code !== 'second_factor_missing') return null
  return (
    <ButtonLink look="soft" size="s" to={paths.profile} state={{ redeemingAt: pathname }}>
      {m.redemptions_add_factor()}
    </ButtonLink>
  )
}
