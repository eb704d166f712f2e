import { type CodeSymbol, outlineOf } from "./outline.ts";

const holds = ({ from, to }: CodeSymbol, line: number): boolean => from <= line && line <= to;

/** The innermost function, method or class that a line belongs to. */
export async function symbolAt(path: string, text: string, line: number): Promise<CodeSymbol | undefined> {
  const around = (await outlineOf(path, text)).filter((symbol) => holds(symbol, line));
  // What is declared later stands further in, and of one line the first is the outer one.
  return around.reduce<CodeSymbol | undefined>(
    (inner, symbol) => (inner === undefined || symbol.to - symbol.from <= inner.to - inner.from ? symbol : inner),
    undefined,
  );
}

/** Where a symbol is now; of several of one name the first. */
export async function findSymbol(path: string, text: string, name: string): Promise<CodeSymbol | undefined> {
  return (await outlineOf(path, text)).find((symbol) => symbol.name === name);
}
