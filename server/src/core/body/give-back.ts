/** Frees the memory of bytes that nobody needs any more: left to the collector, 20 uploads of 20 MiB took 92 MiB. */

/** Only where they have it to themselves: a view's neighbours may still be wanted. */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength) free(buffer)
}

/** Also what stands beside them: for who knows that nothing of that is wanted. */
export function giveBackAll({ buffer }: Uint8Array): void {
  free(buffer)
}

function free(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
