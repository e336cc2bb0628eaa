import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { identityActions } from '#web/platform/identity-actions.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { redirectOf } from './auth-paths.ts'
import { SocialWindow } from './social-window.tsx'
import classes from './social-buttons.module.css'

/**
 * One button for each provider that is set up, each a link that leaves for it: below the form, so that nothing moves
 * when the answer comes. None where there are none, or they cannot be asked: the form is always there.
 */
export function SocialButtons() {
  const [search] = useSearchParams()
  const { data } = useQuery({
    queryKey: ['identity', 'social'],
    queryFn: ({ signal }) => identityActions.socialProviders(signal),
    staleTime: Infinity,
  })
  if (!data || data.items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={m.auth_social_list()}>
      {data.items.map(({ id, name }) => (
        <li key={id}>
          {publicIdentity.provider === 'firebase' ? (
            <SocialWindow id={id} name={name} />
          ) : (
            <ButtonAnchor
              look="soft"
              full
              href={identityActions.socialStart(id, redirectOf(search) ?? undefined)}
            >
              {m.auth_social_continue({ provider: name })}
            </ButtonAnchor>
          )}
        </li>
      ))}
    </ul>
  )
}
