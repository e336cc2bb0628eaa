import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import { useSignOut } from '../platform/use-sign-out.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { C, Scene } from '../ui/drawings.tsx'
import drawingClasses from '../ui/drawings.module.css'
import { InPlace } from './gate-cards.tsx'

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

/** A small stack that is growing: what is coming here. */
function ComingDrawing() {
  return (
    <Scene>
      <path className={drawingClasses.stem} d="M100 112V66" />
      <path
        className={drawingClasses.leaf}
        d="M100 84c-4-20-22-24-36-22 2 16 16 26 36 22zM100 74c2-18 16-26 34-24 0 18-14 28-34 24z"
      />
      <C x={100} y={40} r={22} />
      <path className={drawingClasses.pot} d="M70 98h60l-6 16a6 6 0 0 1-6 4H82a6 6 0 0 1-6-4z" />
      <path className={drawingClasses.spark} d="M134 22l6-7M142 36h9M66 22l-6-7" />
    </Scene>
  )
}
