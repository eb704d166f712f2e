import type { Migration } from "./migration.ts";

/*
 * Which folders are one project. What is stored belongs to the folder that it was done in; folders that turn out to be
 * one project are given one number, and nothing that is stored changes. A path may hold one repository after another:
 * each is a folder of its own, and `is_current` is the one that is there now. So far a path was a project: each becomes
 * a folder.
 */
const PATHS = `
  SELECT project_normalized AS path, MIN(started_at) AS seen_at FROM sessions GROUP BY project_normalized
  UNION ALL SELECT project_normalized, MIN(created_at) FROM resume_points GROUP BY project_normalized
  UNION ALL SELECT project, MIN(created_at) FROM memories GROUP BY project`;

const folderOf = (path: string): string => `(SELECT pk FROM project_folders WHERE path = ${path})`;

export const projects: Migration = {
  number: 16,
  sqlite: `
CREATE TABLE project_folders (
  pk INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  -- The number of the first folder that was known of the project.
  project INTEGER NOT NULL,
  is_current INTEGER NOT NULL DEFAULT 1,
  -- Taken out of its project by hand: what it has in common with others does not join it to them again.
  is_apart INTEGER NOT NULL DEFAULT 0,
  remote TEXT,
  head TEXT,
  roots TEXT
);
INSERT INTO project_folders (path, project)
  SELECT path, 0 FROM (${PATHS}) WHERE path IS NOT NULL GROUP BY path ORDER BY MIN(seen_at), path;
UPDATE project_folders SET project = pk;
CREATE UNIQUE INDEX project_folders_by_path ON project_folders (path) WHERE is_current = 1;
CREATE INDEX project_folders_by_project ON project_folders (project);
CREATE INDEX project_folders_by_remote ON project_folders (remote) WHERE remote IS NOT NULL;
CREATE INDEX project_folders_by_head ON project_folders (head) WHERE head IS NOT NULL;
CREATE INDEX project_folders_by_roots ON project_folders (roots) WHERE roots IS NOT NULL;

ALTER TABLE sessions ADD COLUMN folder INTEGER REFERENCES project_folders(pk);
UPDATE sessions SET folder = ${folderOf("sessions.project_normalized")};
DROP INDEX sessions_by_project;
CREATE INDEX sessions_by_folder ON sessions (folder, last_activity_at DESC);

ALTER TABLE memories ADD COLUMN folder INTEGER REFERENCES project_folders(pk);
UPDATE memories SET folder = ${folderOf("memories.project")};
DROP INDEX memories_by_project;
CREATE INDEX memories_by_folder ON memories (folder, created_at DESC);

CREATE TABLE new_resume_points (
  folder INTEGER PRIMARY KEY REFERENCES project_folders(pk),
  checkpoint_id TEXT NOT NULL,
  created_at TEXT NOT NULL
);
INSERT INTO new_resume_points SELECT ${folderOf("resume_points.project_normalized")}, checkpoint_id, created_at FROM resume_points;
DROP TABLE resume_points;
ALTER TABLE new_resume_points RENAME TO resume_points;

-- The index knows a project by its folders, too.
UPDATE scopes SET name = CAST(${folderOf("scopes.name")} AS TEXT)
  WHERE kind = 'project' AND name IN (SELECT path FROM project_folders);
DROP INDEX checkpoints_by_project;
`,
};
