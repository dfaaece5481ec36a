/** Opens the target that an address names: `s3://bucket/prefix`, or else a folder. */

import { FolderTarget } from './folder-target.ts'
import { isS3Address, S3Target } from './s3-target.ts'
import { BackupError, type BackupTarget } from './target.ts'

export function openTarget(address: string): BackupTarget {
  if (isS3Address(address)) return new S3Target(address)
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address))
    throw new BackupError(`"${address}" is neither a folder nor an S3 address.`, 'Use s3://bucket/prefix or a folder.')
  return new FolderTarget(address)
}
