import { creatorsElsewhere } from './creators/creators-elsewhere.ts'
import { creatorsInEurope } from './creators/creators-in-europe.ts'
import type { DemoCreator } from './demo-content.ts'

/** The creator a newcomer may sign in as: a complete profile and a history of her own. */
export const demoCreator: DemoCreator = {
  key: 'maya-lindqvist',
  fullName: 'Maya Lindqvist',
  displayName: 'Maya',
  email: 'creator@demo.crels.example',
  birthday: '1993-04-18',
  gender: 'female',
  countryOfResidence: 'PT',
  industries: ['Food & drink', 'Outdoor', 'Home'],
  channels: [
    { platform: 'youtube', address: 'https://www.youtube.com/@mayalindqvist.demo' },
    { platform: 'instagram', address: 'https://www.instagram.com/mayalindqvist.demo' },
    { platform: 'newsletter', address: 'https://slow-mornings.example' },
  ],
  timeZone: 'Europe/Lisbon',
}

/** Twenty-four further creators, whose enrolments, clicks and sales make the demo's campaigns look inhabited. */
export const otherCreators: readonly DemoCreator[] = [...creatorsInEurope, ...creatorsElsewhere]
