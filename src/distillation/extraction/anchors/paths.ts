const EXTENSION =
  /\.(?:[cm]?[jt]sx?|json[lc5]?|md|mdx|py|ipynb|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|pl|lua|sh|bash|zsh|ps1|sql|db|sqlite|ya?ml|toml|ini|cfg|conf|env|lock|log|txt|csv|tsv|xml|html?|s?css|less|vue|svelte|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|pptx?|zip|t?gz|tar|mp[34]|wav|mod|sum|proto|graphql|tf|gradle|properties|plist|bin|exe|wasm|map|patch|diff)$/i;
const DOTFILE = /^\.[a-z][\w-]*(?:rc|ignore|env|config|attributes|modules)$/i;
const ROOTED = /^(?:~|\.{1,2})?\/[\w.@~+%-]|^~$|^[A-Za-z]:[\\/]{1,2}\w|^\\\\\w/;
const FOLDER =
  /^(?:src|lib|test|tests|docs?|bin|app|apps|packages|node_modules|cmd|pkg|internal|scripts|dist|build|tools|config|public|assets|components|pages|api|server|client|origin|feature|feat|fix|bugfix|hotfix|release|chore|refs|\.\w+)\//;
const LINE = /(?::\d{1,7}){1,2}(?:-\d{1,7})?$/;
const SEGMENTS = /^(?:[A-Za-z]:)?[\p{L}\p{N}\w.@~+%$*-]*(?:[\\/]{1,2}[\p{L}\p{N}\w.@~+%$*-]*)*$/u;

/** The path that a run of characters is, without the line it points to; undefined where it is none. */
export function pathOf(token: string): string | undefined {
  if (token.length < 3 || token.length > 400) return undefined;
  const path = token.replace(LINE, "");
  if (!SEGMENTS.test(path) || !/\p{L}/u.test(path)) return undefined;
  if (!/[\\/]/.test(path))
    return (EXTENSION.test(path) && /^[\w@.-]*[\w-]\./.test(path)) || DOTFILE.test(path) ? path : undefined;
  if (/[\\/]{3}/.test(path)) return undefined;
  if (ROOTED.test(path) || FOLDER.test(path) || EXTENSION.test(path)) return path;
  // "and/or", "km/h" and "his/her" have one stroke and no name that only a machine would give.
  const strokes = path.split(/[\\/]/).length - 1;
  return strokes >= 2 || /[_.\d-]/.test(path) ? path : undefined;
}
