import { Readable } from 'node:stream'
import { answerFile, type FileAnswer } from '../http/bind.ts'
import { plain, portrait, strong, wordmark } from './parts.ts'
import { box, words, type PictureElement, type PictureStyle, type SharePicture } from './picture.ts'
import type { SharePictures } from './share-pictures.ts'

/** Whose picture it is. */
export interface CardMember {
  displayName: string | null
  photoURL: string | null
}

/** What stands on every picture that a member posts. */
export interface MemberCard {
  member: CardMember
  /** Where the people who see it can go. */
  publicOrigin: string
  /** Of the ground. */
  ground: PictureStyle
  /** Of all text. */
  color: string
  /** In the middle, one below the other. */
  content: (PictureElement | null)[]
}

/** A picture for a post, as high as networks show it: whose it is, one large thing, and where it comes from. */
export function memberCard({ member, publicOrigin, ground, color, content }: MemberCard): SharePicture {
  const name = member.displayName ?? ''
  return {
    width: 1080,
    height: 1350,
    root: box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '76px 80px 72px',
        color,
        ...ground,
      },
      box(
        { alignItems: 'center', gap: 28 },
        portrait({ name, photoURL: member.photoURL }, 112),
        words(name, {
          ...strong,
          fontSize: 46,
          maxWidth: 760,
          wordBreak: 'break-word',
          lineClamp: 1,
        }),
      ),
      box({ flexDirection: 'column', alignItems: 'center', width: '100%' }, ...content),
      box(
        { alignItems: 'center', justifyContent: 'space-between', width: '100%' },
        wordmark(color, 60),
        words(new URL(publicOrigin).host, {
          ...plain,
          fontSize: 34,
          maxWidth: 600,
          lineClamp: 1,
          opacity: 0.85,
        }),
      ),
    ),
  }
}

/** Answers with a picture of a member's own; nothing on the way keeps it. */
export async function answerCard(
  sharePictures: SharePictures,
  picture: SharePicture,
  name: string,
): Promise<FileAnswer> {
  return answerFile(Readable.from([await sharePictures.draw(picture)]), name)
}

/** The size of a number's digits that fill the width of a card. */
export function digitSize(text: string): number {
  return Math.round(Math.min(330, 1_560 / Math.max(1, text.length)))
}
