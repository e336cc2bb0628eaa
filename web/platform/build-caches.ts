/** Files of a build are kept under this and the build's fingerprint (web/sw.ts). Nothing else of ours is in a cache. */
export const buildCachePrefix = 'crels-build-'

/** Deletes what is in caches beside the files of builds, as an older worker may have left it. */
export async function clearOtherCaches(): Promise<void> {
  try {
    const others = (await caches.keys()).filter((name) => !name.startsWith(buildCachePrefix))
    await Promise.all(others.map((name) => caches.delete(name)))
  } catch {
    // The browser refuses its caches: there is nothing in them.
  }
}
