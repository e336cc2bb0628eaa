import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { companyScreens } from './company-screens.ts'
import { moneyScreens } from './money-screens.ts'
import { runningScreens } from './running-screens.ts'
import type { ScreenRow } from './screen-row.ts'
import { workScreens } from './work-screens.ts'

/** Every screen; the menu has those with a group, in this order. */
export const screens: Record<ConsoleScreen, ScreenRow> = {
  ...workScreens,
  ...moneyScreens,
  ...companyScreens,
  ...runningScreens,
}
