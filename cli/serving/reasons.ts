/** Why the system refused something with a file, in words. */
const reasons: { readonly [systemCode: string]: string } = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EEXIST: 'there is a file of this name',
  EISDIR: 'it is a folder',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would exceed the largest size of a file',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
  ENXIO: 'it is not a plain file',
};

/** Advice for a full disk, or `otherwise`. */
export function adviceFor(error: unknown, otherwise: string): string {
  const { code } = Object(error) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'Make room, or name one on another disk.' : otherwise;
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
