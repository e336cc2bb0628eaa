import type { ComponentType } from 'react'
import type { OperatorPermission } from '#rules/operator-permissions.ts'

/** The groups of the menu, in its order. */
export type ScreenGroup = 'queues' | 'inboxes' | 'money' | 'company'

/** What the shell knows of a screen. Its address is in `contracts/console-routes.ts`. */
export interface ScreenRow {
  title: () => string
  /** What an operator must be allowed to do to see it. */
  permission?: OperatorPermission
  /** Where the menu has it; a screen without a group is reached from another. `null` stands above the groups. */
  group?: ScreenGroup | null
  load: () => Promise<{ default: ComponentType }>
}
