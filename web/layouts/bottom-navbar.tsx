import { AppFrame } from './app-frame.tsx'

/** `bottom-navbar`: the bottom bar or the rail, without the header. */
export function BottomNavbarLayout() {
  return <AppFrame layout="bottom-navbar" header={false} />
}
