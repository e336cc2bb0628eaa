import { useMutation } from '@tanstack/react-query'
import type { UserChange } from '#web/platform/fetch-user-document.ts'
import { updatePhoto, updateUser } from '#web/platform/user-document.ts'

/** Saves some fields of one's own profile. Saves go out one after the other, so that the last one typed stays. */
export function useSaveProfile(uid: string) {
  return useMutation({
    mutationFn: (fields: UserChange) => updateUser(uid, fields),
    scope: { id: `profile ${uid}` },
  })
}

export type SaveProfile = ReturnType<typeof useSaveProfile>

/** Uploads a new photo. */
export function usePutPhoto(uid: string) {
  return useMutation({
    mutationFn: (photo: Parameters<typeof updatePhoto>[1]) => updatePhoto(uid, photo),
    scope: { id: `profile ${uid}` },
  })
}
