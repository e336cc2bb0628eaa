import type { DemoCampaign } from '../demo-content.ts'
import { lumenStudioCampaigns } from './lumen-studio.ts'
import { marrowBooksCampaigns } from './marrow-books.ts'
import { northwindCoffeeCampaigns } from './northwind-coffee.ts'
import { northwindHomeAndTravelCampaigns } from './northwind-home-and-travel.ts'
import { paperbirdCampaigns } from './paperbird.ts'
import { saltmarshCampaigns } from './saltmarsh.ts'
import { slowMeridianCampaigns } from './slow-meridian.ts'
import { tidalAudioCampaigns } from './tidal-audio.ts'
import { trailheadFashionAndTravelCampaigns } from './trailhead-fashion-and-travel.ts'
import { trailheadOutdoorCampaigns } from './trailhead-outdoor.ts'

/** The forty campaigns of the demo, brand by brand. */
export const demoCampaigns: readonly DemoCampaign[] = [
  ...northwindCoffeeCampaigns,
  ...northwindHomeAndTravelCampaigns,
  ...trailheadOutdoorCampaigns,
  ...trailheadFashionAndTravelCampaigns,
  ...lumenStudioCampaigns,
  ...paperbirdCampaigns,
  ...tidalAudioCampaigns,
  ...marrowBooksCampaigns,
  ...saltmarshCampaigns,
  ...slowMeridianCampaigns,
]
