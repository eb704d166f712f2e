const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "ru"];

let names: ReadonlySet<string> | undefined;

/** The names that countries have in a few languages, in small letters; as the runtime knows them. */
function countries(): ReadonlySet<string> {
  const codes = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
  const known = LANGUAGES.flatMap((language) => {
    const regions = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    return codes.flatMap((code) => regions.of(code)?.toLowerCase() ?? []);
  });
  return new Set(known);
}

export function isCountry(name: string): boolean {
  names ??= countries();
  return names.has(name.toLowerCase());
}
