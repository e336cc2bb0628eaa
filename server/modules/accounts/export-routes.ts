import { exportUser } from '#contracts/member-export.endpoints.ts'
import { answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { exportMember, type ExportDeps } from './export-member.ts'

/** All one's data to take away. */
export function exportRoutes(deps: ExportDeps): Route[] {
  return [
    bind(exportUser, async ({ actor, params, clock }) => {
      const { archive, name } = await exportMember(actor, { uid: params.uid, at: clock.now() }, deps)
      return answerFile(archive, name)
    }),
  ]
}
