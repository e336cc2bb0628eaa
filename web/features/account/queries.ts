import { useMutation } from '@tanstack/react-query'
import type { UserChange } from '#web/platform/fetch-user-document.ts'
import { upload } from '#web/platform/upload.ts'
import { updatePhoto, updateUser } from '#web/platform/user-document.ts'

/** Saves some fields of one's own profile. Saves go out one after the other, so that the last one typed stays. */
export function useSaveProfile(uid: string) {
  return useMutation({
    mutationFn: (fields: UserChange) => updateUser(uid, fields),
    scope: { id: `profile ${uid}` },
  })
}

export type SaveProfile = ReturnType<typeof useSaveProfile>

/** `onProgress` hears how much of it has gone, 0 to 1. */
interface NewPhoto {
  image: Blob
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a new photo. */
export function usePutPhoto(uid: string) {
  return useMutation({
    mutationFn: ({ image, onProgress, signal }: NewPhoto) =>
      updatePhoto(uid, { image, send: upload(onProgress), signal }),
    scope: { id: `profile ${uid}` },
  })
}
