import * as z from 'zod/mini'
import { brandCard, slug } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { isUndo, pictureTypes, reasonAlone, seenPicture, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { emailAddress, newSlug, pageOf, time, visibleLines } from './shapes.ts'
import { photoBytesMax } from './users.schemas.ts'

const tag = 'operator'
const params = z.object({ slug })

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'is a colour like #0b7255'), z.toLowerCase())
const lines = (lengthMax: number) => z.string().check(z.trim(), z.maxLength(lengthMax), visibleLines)

/** What its pages say of a brand, and is edited. */
const written = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), visibleLines),
  tagline: lines(160),
  about: lines(4000),
  website: z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)),
  /** The ground of its generated cover art, which carries white text, and the one light on it. */
  colors: z.strictObject({ base: colour, glow: colour }),
  /** ISO 3166-1 alpha-2. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, 'is two capital letters'))),
}
const writtenBrand = z.strictObject(written)
export type WrittenBrand = z.output<typeof writtenBrand>

/** What is needed to make a brand, as a file, a command or the console gives it. */
export const newBrand = z.strictObject({
  slug: newSlug,
  ...written,
  tagline: z._default(written.tagline, ''),
  about: z._default(written.about, ''),
  colors: z._default(written.colors, { base: '#0b7255', glow: '#ffd066' }),
  country: z._default(written.country, null),
})
export type NewBrand = z.output<typeof newBrand>

export const operatedBrand = z.extend(brandCard, {
  website: z.string(),
  country: z.nullable(z.string()),
  state: z.enum(['active', 'suspended']),
  suspendedAt: z.nullable(time),
  createdAt: time,
  isDemo: z.boolean(),
  /** Drafts and those that are not over, as they were last written. */
  campaigns: whole,
  /** Who is in them; a member of two counts twice. */
  members: whole,
  /** Keys that work: not revoked, not over. */
  keys: whole,
})
export type OperatedBrand = z.output<typeof operatedBrand>
export const operatedBrandPage = pageOf(operatedBrand)

export const operatedBrandDetail = z.extend(operatedBrand, {
  tagline: z.string(),
  about: z.string(),
  /** Where an operator asks the brand; null where nobody said. */
  contactEmail: z.nullable(z.string()),
  /** What a change of its name, texts, site, country or colours says it has `seen`. */
  revision: whole,
})
export type OperatedBrandDetail = z.output<typeof operatedBrandDetail>

/** Where a brand is named. */
const brandUse = z.object({
  /** All but drafts, and those of them that are not over. */
  campaigns: whole,
  open: whole,
  /** Members' links to them. */
  links: whole,
  /** Who is or was in one: their statements and exports name it. */
  members: whole,
})
export type BrandUse = z.output<typeof brandUse>

const seenLogo = z.object(seenPicture)

export const operatorBrandSchemas = {
  listOperatedBrands: {
    summary: 'Brands, the newest first; `q` is in the name or the slug.',
    tag,
    query: z.object({
      q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
      state: z.optional(z.enum(['active', 'suspended'])),
      ...pageQuery,
    }),
    responses: { 200: operatedBrandPage },
  },
  createOperatedBrand: {
    summary: 'Makes a brand. Its slug is its name in addresses, and stays.',
    tag,
    body: newBrand,
    errors: ['conflict'],
    responses: { 201: operatedBrandDetail },
  },
  getOperatedBrand: {
    summary: 'A brand with what its pages say.',
    tag,
    params,
    responses: { 200: operatedBrandDetail },
  },
  editOperatedBrand: {
    summary:
      'Changes what a brand is called and what its pages say; `seen` is the revision that the change is of.',
    tag,
    params,
    body: z.strictObject({ ...written, reason: textUpTo(500), seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedBrandDetail },
  },
  getBrandUse: {
    summary: 'Where a brand is named: what another name touches.',
    tag,
    params,
    responses: { 200: brandUse },
  },
  suspendOperatedBrand: {
    summary:
      'Suspends a brand: its keys are refused, its campaigns are not listed, take no members and pay nothing.',
    tag,
    params,
    ...reasonAlone,
    errors: ['conflict'],
    responses: { 200: operatedBrandDetail },
  },
  resumeOperatedBrand: {
    summary: 'Lets a suspended brand go on, as it was.',
    tag,
    params,
    ...reasonAlone,
    errors: ['conflict'],
    responses: { 200: operatedBrandDetail },
  },
  setBrandContact: {
    summary:
      'Says where an operator asks the brand; shown to operators alone. Null leaves none; `seen` is the address that is replaced.',
    tag,
    params,
    body: z.strictObject({ email: z.nullable(emailAddress), seen: z.nullable(z.string()), isUndo }),
    errors: ['conflict'],
    responses: { 200: operatedBrandDetail },
  },
  putOperatedBrandLogo: {
    summary:
      'A brand’s logo: the image itself is the body. It is kept as a square of 256 pixels, on white. `seen` is the `logoURL` that is replaced, empty for none.',
    tag,
    params,
    query: seenLogo,
    bodyTypes: pictureTypes,
    bodyLimit: photoBytesMax,
    errors: ['image_unreadable', 'image_too_large', 'conflict'],
    responses: { 200: operatedBrandDetail },
  },
  removeOperatedBrandLogo: {
    summary: 'Draws a brand’s letter again in place of its logo, which is the one that was `seen`.',
    tag,
    params,
    query: seenLogo,
    errors: ['conflict'],
    responses: { 200: operatedBrandDetail },
  },
} satisfies Record<string, EndpointSchemas>
