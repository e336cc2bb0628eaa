import { lead, sale, type PlannedEnrolment } from './planned-enrolment.ts'

/**
 * The demo creator's last 75 days. On the day of loading, at 10.5 crels a dollar and after `demoPayout`, they come to
 * 1,204 crels available and 318 pending, first unlocking in 12 days: the figures of the design reference.
 */
export const demoCreatorPlan: readonly PlannedEnrolment[] = [
  {
    ...joined('northwind-beans', -74),
    clicksPerDay: 6,
    posts: [
      [-72, 110],
      [-37, 90],
      [-10, 95],
    ],
    conversions: [
      sale(-70, 4_890),
      sale(-61, 7_340, { clickDay: -64 }),
      sale(-48, 4_260),
      sale(-36, 5_150),
      sale(-18, 8_200, { clickDay: -23 }),
      sale(-9, 4_640),
      sale(-68, 3_980),
      sale(-66, 5_460),
      sale(-64, 4_250),
    ],
  },
  {
    ...joined('trailhead-gear-advice', -72),
    clicksPerDay: 5,
    posts: [
      [-67, 120],
      [-44, 75],
      [-13, 80],
    ],
    conversions: [-66, -58, -51, -43, -34, -12, -70, -69, -68, -65, -64, -63].map((day) => lead(day)),
  },
  {
    ...joined('lumen-everything', -69),
    clicksPerDay: 4,
    posts: [
      [-56, 85],
      [-6, 70],
    ],
    conversions: [sale(-55, 18_900), sale(-39, 7_900, { clickDay: -41 }), sale(-5, 6_800)],
  },
  {
    // The first sale came 41 days after its click, past the cookie window of 30.
    ...joined('tidal-headphones', -68),
    clicksPerDay: 2.5,
    posts: [[-63, 60]],
    conversions: [
      sale(-21, 21_900, { clickDay: -62, rejected: 'cookie-window' }),
      sale(-31, 12_900, { clickDay: -32 }),
    ],
  },
  {
    ...joined('marrow-catalogue', -64),
    clicksPerDay: 3,
    posts: [
      [-47, 65],
      [-25, 50],
    ],
    conversions: [sale(-46, 4_260), sale(-33, 3_100, { clickDay: -40 }), sale(-24, 3_550), sale(-2, 2_400)],
  },
  {
    ...joined('marrow-cookbook-club', -60),
    clicksPerDay: 1.6,
    posts: [[-57, 40]],
    conversions: [lead(-56)],
  },
  {
    ...joined('trailhead-merino', -59),
    leftDay: -28,
    clicksPerDay: 1.5,
    posts: [],
    conversions: [],
  },
  {
    // The customer closed the account within the hold, so the brand refunded the lead.
    ...joined('paperbird-sign-up', -49, -52),
    clicksPerDay: 1.2,
    posts: [[-34, 35]],
    conversions: [lead(-33, { refundDay: -20 })],
  },
  {
    ...joined('saltmarsh-skin-plan', -50),
    clicksPerDay: 2.5,
    posts: [
      [-45, 40],
      [-14, 30],
    ],
    conversions: [lead(-44), lead(-37), lead(-29), lead(-22), lead(-13)],
  },
  {
    ...joined('lumen-dusk', -11),
    clicksPerDay: 3,
    posts: [[-8, 45]],
    conversions: [],
  },
  {
    creator: 'maya-lindqvist',
    campaign: 'lumen-trade',
    appliedDay: -19,
    declinedDay: -16,
    note: 'Thank you, Maya. This one is for creators who write for architects and interior designers; the catalogue campaign suits your readers better.',
    clicksPerDay: 0,
    posts: [],
    conversions: [],
  },
  {
    creator: 'maya-lindqvist',
    campaign: 'trailhead-hut-weeks',
    appliedDay: -2,
    clicksPerDay: 0,
    posts: [],
    conversions: [],
  },
]

/**
 * What the demo creator has cashed out: everything that was available by then and a little less, long enough ago to
 * leave the lowest balance of the last 30 days alone. Days are offsets from the day of loading.
 */
export const demoPayout = { addedDay: -40, askedDay: -31, approvedDay: -30, paidDay: -29, usdCents: 50_00 }

function joined(campaign: string, joinedDay: number, appliedDay = joinedDay) {
  return { creator: 'maya-lindqvist', campaign, appliedDay, joinedDay }
}
