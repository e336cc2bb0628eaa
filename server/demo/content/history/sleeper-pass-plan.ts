import { sale, type PlannedEnrolment } from './planned-enrolment.ts'

const PASS_USD_CENTS = 34_900

const salesByCreator: Readonly<Record<string, { joinedDay: number; saleDays: readonly number[] }>> = {
  'lars-brandt': { joinedDay: -68, saleDays: [-66, -60, -52, -41, -33, -19] },
  'ines-carvalho': { joinedDay: -65, saleDays: [-62, -55, -39, -27, -11] },
  'tomas-vidal': { joinedDay: -61, saleDays: [-58, -44, -30, -8] },
  'nadia-benali': { joinedDay: -57, saleDays: [-50, -36, -15] },
  'zofia-kral': { joinedDay: -49, saleDays: [-46, -23] },
  'chloe-marchand': { joinedDay: -40, saleDays: [-35, -13] },
  'freya-mcallister': { joinedDay: -33, saleDays: [-28] },
  'giulia-ferri': { joinedDay: -24, saleDays: [-6] },
}

/** Twenty-four passes at 240 crels: 5 760 of the campaign's 6 000, so that one more sale ends it. */
export const sleeperPassPlan: readonly PlannedEnrolment[] = Object.entries(salesByCreator).map(
  ([creator, { joinedDay, saleDays }]) => ({
    creator,
    campaign: 'meridian-sleeper-pass',
    appliedDay: joinedDay,
    joinedDay,
    clicksPerDay: 0.5 + saleDays.length / 4,
    posts: [],
    conversions: saleDays.map((day) => sale(day, PASS_USD_CENTS)),
  }),
)
