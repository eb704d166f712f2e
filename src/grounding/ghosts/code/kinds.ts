import { posix } from "node:path";

/** What a file of the project is to a search for promises: where they are kept, where they are checked, where they are made, or neither. */
export type FileKind = "code" | "test" | "document" | "other";

const DOCUMENT_NAME =
  /^(?:readme|changelog|changes|history|license|licence|copying|notice|authors|contributing|code_of_conduct|security|roadmap|todo|news|governance|maintainers)(?:[.-].*)?$/i;
const DOCUMENT_ENDING = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|org|tex|pdf|docx?|odt|rtf)$/i;
const DOCUMENT_FOLDER = /(?:^|\/)(?:docs?|documentation|examples?|samples?|grimoires)\//i;
/** A description of an interface is a promise, too. */
const DESCRIPTION = /(?:^|\/)(?:openapi|swagger|asyncapi)[^/]*\.(?:json|ya?ml)$/i;

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__snapshots__|specs?|e2e|fixtures?|testdata|test-data|test_data|cypress|playwright)\//i;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*(?:[._-](?:test|tests|spec|specs|e2e|test-kit)|Tests?)\.[^./]+)$/;

/** Made by machines from something else, or brought along. */
const BROUGHT_FOLDER =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|\.git|\.hg|\.svn|dist|build|out|target|coverage|\.next|\.nuxt|\.venv|venv|__pycache__|site-packages|\.idea|\.vscode|\.gradle|\.tox|\.cache|Pods|\.throughline)\//;
const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|[^/]*\.lock|yarn\.lock|pnpm-lock\.yaml|go\.sum|uv\.lock|bun\.lockb?)$/;
const NOT_SOURCE =
  /\.(?:png|jpe?g|gif|webp|avif|ico|svg|bmp|tiff?|psd|mp[34]|m4a|wav|ogg|webm|mov|avi|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|class|o|a|so|dll|dylib|exe|bin|wasm|pyc|pyo|db|sqlite3?|parquet|npy|onnx|pt|safetensors|csv|tsv|ndjson|jsonl|log|map|snap|pem|crt|key|min\.js|min\.css|patch|diff)$/i;

/** By its path alone, with `/` between the parts. */
export function kindOf(path: string): FileKind {
  if (BROUGHT_FOLDER.test(path) || LOCK.test(path) || NOT_SOURCE.test(path)) return "other";
  if (DOCUMENT_ENDING.test(path) || DOCUMENT_NAME.test(posix.basename(path))) return "document";
  if (TEST_FOLDER.test(path) || TEST_NAME.test(path)) return "test";
  return DOCUMENT_FOLDER.test(path) || DESCRIPTION.test(path) ? "document" : "code";
}

/** Folders that need not even be entered. */
export const isBrought = (folder: string): boolean => BROUGHT_FOLDER.test(`${folder}/`);

const DATA = /(?:^|\/)\.[^/]*$|\.(?:json[c5]?|ya?ml|toml|ini|cfg|conf|xml|properties|env|mod|in|d\.[cm]?ts)$/i;

/** Files that do something: settings and manifests alone keep no promise. */
export const isSource = (path: string): boolean => kindOf(path) === "code" && !DATA.test(path);
