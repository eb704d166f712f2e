export { folderAround, type Places, type ProjectLocation, placesOf } from "./file-places.ts";
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
export { isFolder, type LoaPlaces, loaPlaces, projectRoot } from "./loa-places.ts";
export { asBytes, endingOf, fromBytes, problemOf, readBytes, replaceBytes, withEnding } from "./project-file.ts";
