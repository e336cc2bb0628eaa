import * as points from '#contracts/points.endpoints.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { getPoints } from './get-points.ts'
import { pointsHistory, type AboutPointsOf } from './points-history.ts'

/** The endpoints of contracts/points.endpoints.ts; `about` says what points were for, the ledger does not know. */
export function pointsRoutes({ about }: { about: AboutPointsOf }): Route[] {
  return [
    bind(points.getPoints, ({ db, actor }) => getPoints(db, actor)),
    bind(points.listPointsHistory, ({ db, actor, query }) => pointsHistory(db, actor, query, about)),
  ]
}
