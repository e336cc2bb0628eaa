import { m } from '#messages'
import { Coming } from './coming.tsx'

/** Stands in until the real screen is here. */
export default function Page() {
  return <Coming title={m.pages_email_verification()} sentence={m.coming_soon()} />
}
