import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { SupportTopic } from '#contracts/support.constants.ts'
import {
  createSupportRequest,
  listSupportRequests,
  replyToSupportRequest,
  uploadSupportPicture,
} from '#contracts/support.endpoints.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { call, newIdempotencyKey } from '#web/platform/api.ts'
import { upload } from '#web/platform/upload.ts'

/** A chosen picture, and its id once it is being sent: who presses twice sends it once. */
export interface SupportPicture {
  file: File
  /** Of the file, for the page. */
  url: string
  id?: Promise<string>
}

/** A picture that was refused: which, and why. */
export class PictureRefused extends Error {
  readonly picture: SupportPicture
  override readonly cause: unknown

  constructor(picture: SupportPicture, cause: unknown) {
    super(cause instanceof Error ? cause.message : '')
    this.picture = picture
    this.cause = cause
  }
}

/** Sends the pictures that were not sent yet, and answers the ids of all. Throws `PictureRefused`. */
async function idsOf(pictures: SupportPicture[]): Promise<string[]> {
  const ids: string[] = []
  for (const picture of pictures)
    try {
      picture.id ??= send(picture)
      ids.push(await picture.id)
    } catch (error) {
      delete picture.id
      throw new PictureRefused(picture, error)
    }
  return ids
}

async function send({ file }: SupportPicture): Promise<string> {
  return (await call(uploadSupportPicture, { body: file, send: upload(() => {}) })).id
}

/** `send` with the pictures' ids; pictures that lay too long on the server are sent again, once. */
async function withPictures<T>(pictures: SupportPicture[], send: (ids: string[]) => Promise<T>): Promise<T> {
  try {
    return await send(await idsOf(pictures))
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'support_picture_gone') throw error
    for (const picture of pictures) delete picture.id
    return await send(await idsOf(pictures))
  }
}

let last = { text: '', key: '' }

/** The same key for the same message: sent again after a lost answer it is one request. */
function keyOf(body: object): string {
  const text = JSON.stringify(body)
  if (text !== last.text) last = { text, key: newIdempotencyKey() }
  return last.key
}

export interface NewSupportRequest {
  topic: SupportTopic
  message: string
  /** A visitor's; members have their own. */
  email?: string
  references: string[]
  pictures: SupportPicture[]
}

/** Makes a call that may ask for a captcha. */
export type AsPerson = <T>(call: (captchaToken: string | undefined) => Promise<T>) => Promise<T>

/** Writes to the operator, as a member unless an address is given. */
export function useSendSupport(asPerson: AsPerson) {
  return useMutation({
    mutationFn: async ({ pictures, ...written }: NewSupportRequest) =>
      await withPictures(pictures, async (ids) => {
        const body = { ...written, pictures: ids }
        const idempotencyKey = keyOf(body)
        const auth = written.email === undefined ? ('forced' as const) : undefined
        return await asPerson((captchaToken) =>
          call(createSupportRequest, {
            body: { ...body, captchaToken },
            idempotencyKey,
            ...(auth ? { auth } : {}),
          }),
        )
      }),
    meta: { changes: ['support'] },
  })
}

/** My requests with their messages, newest first. An answer is a notification. */
export function useSupportRequests() {
  return useInfiniteQuery({
    queryKey: ['support-requests'],
    queryFn: ({ pageParam, signal }) =>
      call(listSupportRequests, { query: { cursor: pageParam, limit: 10 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['support', 'notifications'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** Replies to a request of mine. */
export function useReply(id: string) {
  return useMutation({
    mutationFn: async ({ message, pictures }: { message: string; pictures: SupportPicture[] }) =>
      await withPictures(pictures, async (ids) => {
        const body = { message, pictures: ids }
        const idempotencyKey = keyOf({ id, ...body })
        return await call(replyToSupportRequest, { params: { id }, body, idempotencyKey })
      }),
    meta: { changes: ['support'], even: 'refused' },
  })
}
