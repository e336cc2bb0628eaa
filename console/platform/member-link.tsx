import { Link } from 'react-router'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { useMay } from './session.ts'

/** A member by name, who leads to their screen where the operator may see it. Without a name they have left. */
export function MemberLink({ uid, name, left }: { uid: string; name: string | null; left: string }) {
  const may = useMay()
  if (name === null) return left
  return may('member.view') ? (
    <Link to={memberHref(uid)}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  )
}

/** Where the console shows a member, for its router. */
export function memberHref(uid: string): string {
  return `/${consoleRoutes.member.replace(':uid', encodeURIComponent(uid))}`
}
