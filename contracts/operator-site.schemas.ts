import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { siteLines } from './operator-site.constants.ts'
import { isUndo, pictureTypes, seenPicture } from './operator-shapes.ts'
import { time } from './shapes.ts'
import { photoBytesMax } from './users.schemas.ts'

const tag = 'operator'

export const operatedSite = z.object({
  lines: z.array(
    z.object({
      name: z.enum(siteLines),
      /** Null where it was never set, or is as if it had not been. */
      value: z.nullable(z.string()),
    }),
  ),
  /** Null while the site has the mark of Crels. */
  logoURL: z.nullable(z.string()),
  /** The last 20 changes, the newest first; of the logo it says only that it changed. */
  changes: z.array(
    z.object({
      name: z.enum([...siteLines, 'site.logo']),
      value: z.nullable(z.string()),
      author: z.string(),
      setAt: time,
    }),
  ),
})
export type OperatedSite = z.output<typeof operatedSite>

export const operatorSiteSchemas = {
  getOperatedSite: {
    summary: 'What the site says of itself: its name and logo, and who runs it.',
    tag,
    responses: { 200: operatedSite },
  },
  setOperatedSiteLine: {
    summary:
      'Sets one line of it; null has it as if it had never been set. `seen` is the value that is replaced.',
    tag,
    params: z.object({ name: z.enum(siteLines) }),
    body: z.strictObject({ value: z.nullable(z.string()), seen: z.nullable(z.string()), isUndo }),
    errors: ['conflict'],
    responses: { 200: operatedSite },
  },
  putOperatedSiteLogo: {
    summary:
      'The site’s logo: the image itself is the body. It is kept as a square of 512 pixels. `seen` is the `logoURL` that is replaced, empty for none.',
    tag,
    query: z.object(seenPicture),
    bodyTypes: pictureTypes,
    bodyLimit: photoBytesMax,
    errors: ['conflict', 'image_unreadable', 'image_too_large'],
    responses: { 200: operatedSite },
  },
  removeOperatedSiteLogo: {
    summary: 'Shows the mark of Crels again in place of the logo, which is the one that was `seen`.',
    tag,
    query: z.object(seenPicture),
    errors: ['conflict'],
    responses: { 200: operatedSite },
  },
} satisfies Record<string, EndpointSchemas>
