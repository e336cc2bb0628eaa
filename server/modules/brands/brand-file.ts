import * as z from 'zod'

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'is a colour like #0b7255')
  .toLowerCase()

/** What is needed to make a brand, as a file or a command gives it. */
export const brandFile = z.strictObject({
  slug: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower-case words joined by hyphens'),
  name: z.string().trim().min(1).max(80),
  tagline: z.string().trim().max(160).default(''),
  about: z.string().trim().max(4000).default(''),
  website: z.url({ protocol: /^https?$/ }).max(2048),
  /** The ground of its generated cover art, which carries white text, and the one light on it. */
  colors: z.strictObject({ base: colour, glow: colour }).default({ base: '#0b7255', glow: '#ffd066' }),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'is two capital letters')
    .nullable()
    .default(null),
})
export type BrandFile = z.output<typeof brandFile>
