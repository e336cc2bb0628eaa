import type { Module, Platform } from '#server/platform/module.ts'
import { memberErasure } from './erase-member-row.ts'
import { profileExport } from './export-member.ts'
import { accountRoutes, mailChoiceRoutes } from './routes.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

/** Members' profiles and mail choices; deletion and export go over every module, so server/app.ts adds them. */
export function accountsModule(
  { config, db, files, secret }: Platform,
  above: Omit<Parameters<typeof accountRoutes>[0], 'files' | 'ageMin'>,
): Module {
  return {
    routes: [...accountRoutes({ files, ageMin: config.ageMin, ...above }), ...mailChoiceRoutes()],
    erase: [memberErasure(db, files)],
    export: [profileExport(db, files)],
    register: (server) => unsubscribeRoutes(server, { db, secret }),
  }
}
