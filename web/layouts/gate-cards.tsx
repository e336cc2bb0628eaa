import type { ReactNode } from 'react'
import { m } from '#messages'
import { loginPath, paths, withQuery } from '#contracts/paths.ts'
import { refreshSession } from '../platform/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { BrokenDrawing, LockDrawing } from '../ui/drawings.tsx'
import { Page } from '../ui/page.tsx'
import classes from './gate-cards.module.css'

/** In place of a personal page, for someone who is not signed in. */
export function SignInCard({ title, here }: { title: string; here: string }) {
  return (
    <InPlace
      title={title}
      drawing={<LockDrawing />}
      heading={m.layout_sign_in_title()}
      hint={m.layout_sign_in_hint()}
    >
      <ButtonLink to={loginPath(here)}>{m.layout_sign_in()}</ButtonLink>
      <ButtonLink look="soft" to={withQuery(paths.signup, { redirect: here })}>
        {m.layout_sign_up()}
      </ButtonLink>
    </InPlace>
  )
}

/** While the server does not say who is signed in: a failed network signs no member out. */
export function UnreachableCard({ title }: { title: string }) {
  return (
    <InPlace
      title={title}
      drawing={<BrokenDrawing />}
      heading={m.layout_unreachable_title()}
      hint={m.layout_unreachable_hint()}
    >
      <Button onClick={refreshSession}>{m.layout_retry()}</Button>
    </InPlace>
  )
}

/** A card in place of a page, with what can be done. */
export function InPlace({
  title,
  drawing,
  heading,
  hint,
  children,
}: {
  title: string
  drawing: ReactNode
  heading: string
  hint: string
  children: ReactNode
}) {
  return (
    <Page title={title} narrow>
      <Card className={classes.card}>
        {drawing}
        <h2>{heading}</h2>
        <p>{hint}</p>
        <div className={classes.actions}>{children}</div>
      </Card>
    </Page>
  )
}
