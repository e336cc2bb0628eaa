import { m } from '#console-messages'
import { ScreenHead } from '#console/ui/screen-head.tsx'

/** Where an operator arrives. */
export default function Home() {
  return <ScreenHead title={m.shell_home()} />
}
