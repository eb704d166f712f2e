export { type ProjectIdentity, projectFolder, resolveProject, workingFolder } from "./folder.ts";
export { type RepositoryFacts, readRepository, rootCommits } from "./repository.ts";
