import type { ReactNode } from 'react'
import { m } from '#messages'
import { helpPath, loginPath, paths, withQuery } from '#contracts/paths.ts'
import { refreshSession } from '../platform/session.ts'
import { useSignOut } from '../platform/use-sign-out.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { BrokenDrawing, ComingDrawing, LockDrawing } from '../ui/drawings.tsx'
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

/** The identity exists, the member's document does not yet. */
export function SettingUpCard({ title, retry, busy }: { title: string; retry: () => void; busy: boolean }) {
  const signOut = useSignOut()
  return (
    <InPlace
      title={title}
      drawing={<ComingDrawing />}
      heading={m.layout_setting_up_title()}
      hint={m.layout_setting_up_hint()}
    >
      <Button onClick={retry} loading={busy}>
        {m.layout_retry()}
      </Button>
      <Button look="soft" onClick={() => signOut.mutate()} loading={signOut.isPending}>
        {m.layout_sign_out()}
      </Button>
      {signOut.isError && <p role="alert">{m.profile_sign_out_failed()}</p>}
      <ButtonLink look="plain" to={helpPath('technical')}>
        {m.common_write_to_us()}
      </ButtonLink>
    </InPlace>
  )
}

function InPlace({
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
