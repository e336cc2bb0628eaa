import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Puts, gets and deletes bytes by key; deleting what is not there is fine. */
export type FileStore = Pick<Disk, 'put' | 'getBytes' | 'delete'>

/**
 * Where files are: a folder of DATA_DIR, or the bucket of an S3 store, `https://key:secret@host/bucket?region=…`.
 * The client of S3 is loaded only where one is set.
 */
export async function openFileStore(config: {
  dataDir: string
  filesUrl: string | null
}): Promise<FileStore> {
  if (config.filesUrl === null)
    return new Disk(new FSDriver({ location: join(config.dataDir, 'files'), visibility: 'private' }))
  const [{ S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ])
  const { protocol, host, username, password, pathname, searchParams } = new URL(config.filesUrl)
  const client = new S3Client({
    endpoint: `${protocol}//${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    // What every store of the kind understands; names of buckets as hosts are Amazon's own.
    forcePathStyle: true,
    // Newer checksums are Amazon's own too, and other stores refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    },
  })
  return new Disk(
    new S3Driver({ client, bucket: pathname.slice(1), visibility: 'private', supportsACL: false }),
  )
}
