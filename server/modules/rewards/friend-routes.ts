import * as friends from '#contracts/friends.endpoints.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { acceptInvitation } from './accept-invitation.ts'
import type { FriendDeps } from './friend-deps.ts'
import { listFriends } from './list-friends.ts'

/** The endpoints of contracts/friends.endpoints.ts. */
export function friendRoutes(deps: FriendDeps): Route[] {
  return [
    bind(friends.completeInvitation, ({ transaction, actor, body }) =>
      transaction((tx) => acceptInvitation(tx, actor, body, deps)),
    ),
    bind(friends.listFriends, ({ db, actor, query }) => listFriends(db, actor, query, deps)),
  ]
}
