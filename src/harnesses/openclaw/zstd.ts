import { Decompress } from "fzstd";

/**
 * Node.js has a decompressor of its own only from version 22 on. Throws where more than `limit` bytes would come of it.
 */
export function unzstd(bytes: Uint8Array, limit: number): string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((piece) => {
    size += piece.length;
    if (size > limit) throw new Error("there is more in it than there may be");
    pieces.push(piece.slice());
  });
  stream.push(bytes, true);
  return Buffer.concat(pieces).toString("utf8");
}
