/** Country lists that several campaigns share, ISO 3166-1 alpha-2. */
export const nordics = ['DK', 'FI', 'IS', 'NO', 'SE'] as const

/** Countries that the demo brands of Europe ship to. */
export const europe = [
  ...nordics,
  'AT',
  'BE',
  'CH',
  'CZ',
  'DE',
  'EE',
  'ES',
  'FR',
  'GB',
  'IE',
  'IT',
  'NL',
  'PL',
  'PT',
] as const

/** The United States and Canada. */
export const northAmerica = ['CA', 'US'] as const
