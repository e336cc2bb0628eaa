/** The eight items of a complete profile, in order, with their labels. */
export const PROFILE_ITEMS = [
  { field: 'fullName', label: 'Full Name' },
  { field: 'email', label: 'Email Address' },
  { field: 'displayName', label: 'Display Name' },
  { field: 'birthday', label: 'Date of Birth' },
  { field: 'gender', label: 'Gender' },
  { field: 'countryOfResidence', label: 'Country of Residence' },
  { field: 'industries', label: 'Industries (at least one)' },
  { field: 'channels', label: 'Channels (at least one)' },
] as const

/** One item of a profile: the field of `GET /users/{uid}` and the words a person reads. */
export type ProfileItem = (typeof PROFILE_ITEMS)[number]

/** The fields that completion looks at. Blanks may be saved, and count as missing. */
export type CompletableProfile = {
  readonly [field in Exclude<ProfileItem['field'], 'industries' | 'channels'>]?: string | null
} & {
  readonly industries?: readonly (string | object)[] | null
  readonly channels?: readonly (string | object)[] | null
}

/** The answer of the API; both lists keep the order of `PROFILE_ITEMS`. */
export type ProfileCompletion = {
  isComplete: boolean
  completionPercentage: number
  missingFields: ProfileItem[]
  completedFields: ProfileItem[]
}

/**
 * How complete a profile is. Text is present when it is not blank, a list when one of its entries is not blank.
 * The percentage of eight is rounded half up: 0, 13, 25, 38, 50, 63, 75, 88, 100.
 */
export function profileCompletion(profile: CompletableProfile): ProfileCompletion {
  const completedFields = PROFILE_ITEMS.filter(({ field }) => isPresent(profile[field]))
  const missingFields = PROFILE_ITEMS.filter((item) => !completedFields.includes(item))
  const total = PROFILE_ITEMS.length
  return {
    isComplete: missingFields.length === 0,
    completionPercentage: Math.floor((2 * 100 * completedFields.length + total) / (2 * total)),
    missingFields,
    completedFields,
  }
}

function isPresent(value: string | readonly (string | object)[] | null | undefined): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string') return value.trim() !== ''
  return value.some((entry) => typeof entry !== 'string' || isPresent(entry))
}
