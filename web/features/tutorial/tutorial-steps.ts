import type { ComponentType } from 'react'
import { m } from '#messages'
import { EarnDrawing, JoinDrawing, ShareDrawing, WorthDrawing } from './tutorial-drawings.tsx'

/** One step of the walk. */
export interface TutorialStep {
  id: string
  heading: () => string
  text: () => string
  Drawing: ComponentType
}

/** What a creator does here, in the order they do it. */
export const tutorialSteps: readonly TutorialStep[] = [
  { id: 'join', heading: m.tutorial_join_heading, text: m.tutorial_join_text, Drawing: JoinDrawing },
  { id: 'share', heading: m.tutorial_share_heading, text: m.tutorial_share_text, Drawing: ShareDrawing },
  { id: 'earn', heading: m.tutorial_earn_heading, text: m.tutorial_earn_text, Drawing: EarnDrawing },
  { id: 'worth', heading: m.tutorial_worth_heading, text: m.tutorial_worth_text, Drawing: WorthDrawing },
]
