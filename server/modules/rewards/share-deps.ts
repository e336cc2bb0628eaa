import type { ClickLimits } from '#rules/click-review.ts'

/** What shares need of the settings. */
export interface ShareDeps {
  publicOrigin: string
  /** To which their visitors are held, as paid clicks are. */
  clickLimits: ClickLimits
}
