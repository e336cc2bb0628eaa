import { useSearchParams } from 'react-router'
import { redirectOf } from '../auth-paths.ts'
import { IssuerButton } from './issuer-button.tsx'
import classes from '../form.module.css'

/** In place of the forms to sign in or up: the issuer does both. */
export function IssuerEntry({ issuer, hint }: { issuer: string; hint: string }) {
  const [search] = useSearchParams()
  return (
    <div className={classes.form}>
      <p>{hint}</p>
      <IssuerButton issuer={issuer} redirect={redirectOf(search) ?? undefined} />
    </div>
  )
}
