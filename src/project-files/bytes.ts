/* Files go through us as one character a byte: what is not ours comes out as it went in, whatever it is. */

export const asBytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
export const fromBytes = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");
