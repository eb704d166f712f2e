export { asBytes, fromBytes } from "./bytes.ts";
export {
  askGit,
  contentInHead,
  type FileInHead,
  filesInHead,
  filesInIndex,
  gitEnvironment,
  isAsCommitted,
  isInRepository,
  repositoryRoot,
} from "./git.ts";
export { folderAround, type Ground } from "./ground.ts";
export { type Places, placesOf } from "./layout.ts";
export { endingOf, withEnding } from "./line-endings.ts";
export { isFolder, type LoaPlaces, loaPlaces, projectRoot } from "./loa-places.ts";
export { problemOf } from "./problem.ts";
export { readBytes, replaceBytes } from "./project-file.ts";
