import { AppFrame } from './app-frame.tsx'

/** `default`: header, and the bottom bar or the rail. */
export function DefaultLayout() {
  return <AppFrame layout="default" header={true} />
}
